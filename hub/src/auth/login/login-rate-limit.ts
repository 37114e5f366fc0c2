import { RateLimiterMemory } from 'rate-limiter-flexible'
import { networkOf } from '../network-of.ts'
import { TokenBuckets } from '../../limits/token-bucket.ts'

const FREE_FAILURES = 5
const LONGEST_DELAY_S = 60
const FORGET_AFTER_S = 3600
const FAILURES_PER_ADDRESS = 20
const ADDRESS_WINDOW_S = 60
/** The pace of tries from an address that is slowed down. */
const SLOW_PACE = { perSecond: 2, burst: 1 }
/** A try that would be held back for longer is refused instead. */
const LONGEST_HOLD_MS = 5000

/**
 * Slows down guessing: after 5 failures an address waits 1, 2, 4 … 60 s between tries at that
 * account, and after 20 failures in a minute it gets two tries a second at all accounts. No wait is
 * longer. The failures of one address never lock out another one, nor those of one account any
 * other account behind the same address. All addresses together are limited by the password
 * semaphore.
 */
export interface LoginRateLimit {
  /** Seconds to wait before this address may try this account; 0: now. */
  waitS(account: string, address: string): Promise<number>
  /**
   * How long to hold back a try of this address before it queues; or, where that would be too long,
   * the seconds after which it may be repeated.
   */
  slowed(address: string): Promise<{ holdMs: number } | { retryAfterS: number }>
  /**
   * Counts a try. Call it with the permit for its password and after `waitS`: so parallel tries
   * count one by one, and a try that gets no permit is not counted and leaves nothing behind.
   */
  tried(account: string, address: string): Promise<void>
  /** Forgives the account, and takes the try back from the address. */
  succeeded(account: string, address: string): Promise<void>
  /** Takes the try back: it was neither a failure nor a login. */
  takenBack(account: string, address: string): Promise<void>
}

export function createLoginRateLimit(): LoginRateLimit {
  const failures = new RateLimiterMemory({ points: FREE_FAILURES, duration: FORGET_AFTER_S })
  const delays = new RateLimiterMemory({ points: 0, duration: LONGEST_DELAY_S })
  const addresses = new RateLimiterMemory({
    points: FAILURES_PER_ADDRESS,
    duration: ADDRESS_WINDOW_S,
  })
  const slowed = new TokenBuckets<string>(SLOW_PACE)

  return {
    async waitS(account, address) {
      const delay = await delays.get(keyOf(account, networkOf(address)))
      return Math.ceil((delay?.msBeforeNext ?? 0) / 1000)
    },
    async slowed(address) {
      const from = networkOf(address)
      const pace = slowed.of(from)
      const overMs = pace.waitMs(1) - LONGEST_HOLD_MS
      if (overMs > 0) return { retryAfterS: Math.ceil(overMs / 1000) }
      const ofAddress = await addresses.get(from)
      const isSlow = (ofAddress?.consumedPoints ?? 0) >= FAILURES_PER_ADDRESS
      if (!isSlow) return { holdMs: 0 }
      const holdMs = pace.waitMs(1)
      pace.spend(1)
      return { holdMs }
    },
    async tried(account, address) {
      const from = networkOf(address)
      const key = keyOf(account, from)
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
    async takenBack(account, address) {
      const from = networkOf(address)
      const key = keyOf(account, from)
      await Promise.all([failures.reward(key), delays.delete(key), addresses.reward(from)])
    },
  }
}

function keyOf(account: string, from: string): string {
  return `${account}|${from}`
}
