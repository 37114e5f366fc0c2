import { RateLimiterMemory } from 'rate-limiter-flexible'
import { networkOf } from './network-of.ts'
import { SlowTurns } from './slow-turns.ts'

const FREE_FAILURES = 5
const LONGEST_DELAY_S = 60
const FORGET_AFTER_S = 3600
const FAILURES_PER_ADDRESS = 20
const ADDRESS_WINDOW_S = 60
const CHECKS_PER_S = 10

/**
 * Slows down guessing: after 5 failures an address waits 1, 2, 4 … 60 s between tries at that
 * account, after 20 failures in a minute it gets two tries a second at all accounts, and all
 * addresses together get 10. No wait is longer, the failures of one address never lock out another,
 * and those of one person nobody else behind the same address.
 */
export interface LoginThrottle {
  /** Seconds to wait before this try may be made; 0: now. */
  waitS(account: string, address: string): Promise<number>
  /**
   * Counts a try before its password is checked, so that parallel tries count too. Returns the
   * milliseconds for which the check is to be held back.
   */
  tried(account: string, address: string): Promise<number>
  /** Forgives the account, and takes the try back from the address. */
  succeeded(account: string, address: string): Promise<void>
  /** Takes a try back whose password was never checked. */
  notChecked(account: string, address: string): Promise<void>
}

export function createLoginThrottle(): LoginThrottle {
  const failures = new RateLimiterMemory({ points: FREE_FAILURES, duration: FORGET_AFTER_S })
  const delays = new RateLimiterMemory({ points: 0, duration: LONGEST_DELAY_S })
  const addresses = new RateLimiterMemory({
    points: FAILURES_PER_ADDRESS,
    duration: ADDRESS_WINDOW_S,
  })
  const turns = new SlowTurns()
  const checks = new RateLimiterMemory({ points: CHECKS_PER_S, duration: 1 })

  return {
    async waitS(account, address) {
      const from = networkOf(address)
      const [delay, all] = await Promise.all([delays.get(keyOf(account, from)), checks.get('all')])
      const isFull = all !== null && all.consumedPoints >= CHECKS_PER_S
      const waitMs = Math.max(delay?.msBeforeNext ?? 0, isFull ? all.msBeforeNext : 0)
      return Math.max(Math.ceil(waitMs / 1000), turns.waitS(from))
    },
    async tried(account, address) {
      const from = networkOf(address)
      const key = keyOf(account, from)
      await checks.penalty('all')
      const ofAddress = await addresses.penalty(from)
      const slowMs = ofAddress.consumedPoints > FAILURES_PER_ADDRESS ? turns.take(from) : 0
      const { consumedPoints } = await failures.penalty(key)
      if (consumedPoints < FREE_FAILURES) return slowMs
      const delayS = Math.min(LONGEST_DELAY_S, 2 ** (consumedPoints - FREE_FAILURES))
      // Each failure keeps the count alive: it is forgotten an hour after the last one.
      await failures.set(key, consumedPoints, FORGET_AFTER_S)
      await delays.block(key, delayS)
      return slowMs
    },
    async succeeded(account, address) {
      const from = networkOf(address)
      const key = keyOf(account, from)
      await Promise.all([failures.delete(key), delays.delete(key)])
      await addresses.reward(from)
    },
    async notChecked(account, address) {
      const from = networkOf(address)
      const key = keyOf(account, from)
      await Promise.all([failures.reward(key), delays.delete(key)])
      await addresses.reward(from)
    },
  }
}

function keyOf(account: string, from: string): string {
  return `${account}|${from}`
}
