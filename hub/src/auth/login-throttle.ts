import { RateLimiterMemory } from 'rate-limiter-flexible'
import { networkOf } from './network-of.ts'

const FREE_FAILURES = 5
const LONGEST_DELAY_S = 60
const FORGET_AFTER_S = 3600
const FAILURES_PER_ADDRESS = 20
const ADDRESS_WINDOW_S = 60
const CHECKS_PER_S = 10

/**
 * Slows down guessing: after 5 failures an address waits 1, 2, 4 … 60 s between tries at that
 * account, it gets 20 failures a minute at all accounts, and all addresses together get 10 tries a
 * second. No wait is longer, and the failures of one address never lock out another.
 */
export interface LoginThrottle {
  /** Seconds to wait before this try may be made; 0: now. */
  waitS(account: string, address: string): Promise<number>
  /** Counts a try before its password is checked, so that parallel tries count too. */
  tried(account: string, address: string): Promise<void>
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
  const checks = new RateLimiterMemory({ points: CHECKS_PER_S, duration: 1 })

  return {
    async waitS(account, address) {
      const from = networkOf(address)
      const [delay, ...limited] = await Promise.all([
        delays.get(keyOf(account, from)),
        addresses.get(from),
        checks.get('all'),
      ])
      const waits = [delay?.msBeforeNext ?? 0]
      for (const [i, points] of [FAILURES_PER_ADDRESS, CHECKS_PER_S].entries()) {
        const used = limited[i]
        if (used && used.consumedPoints >= points) waits.push(used.msBeforeNext)
      }
      return Math.ceil(Math.max(...waits) / 1000)
    },
    async tried(account, address) {
      const from = networkOf(address)
      const key = keyOf(account, from)
      await checks.penalty('all')
      await addresses.penalty(from)
      const { consumedPoints } = await failures.penalty(key)
      if (consumedPoints < FREE_FAILURES) return
      const delayS = Math.min(LONGEST_DELAY_S, 2 ** (consumedPoints - FREE_FAILURES))
      // Each failure keeps the count alive: it is forgotten an hour after the last one.
      await failures.set(key, consumedPoints, FORGET_AFTER_S)
      await delays.block(key, delayS)
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
