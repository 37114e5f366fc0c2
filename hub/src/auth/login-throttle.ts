import { RateLimiterMemory } from 'rate-limiter-flexible'

const FREE_FAILURES = 5
const LONGEST_DELAY_S = 60
const FORGET_AFTER_S = 3600
const FAILURES_PER_ADDRESS = 20
const ADDRESS_WINDOW_S = 60

/**
 * Slows down guessing: after 5 failures an account waits 1, 2, 4 … 60 s between tries, and one
 * address gets 20 failures a minute. Nobody is ever locked out for longer.
 */
export interface LoginThrottle {
  /** Seconds to wait before this try may be made; 0: now. */
  waitS(account: string, address: string): Promise<number>
  /** Counts a try before its password is checked, so that parallel tries count too. */
  tried(account: string, address: string): Promise<void>
  /** Forgives the account, and takes the try back from the address. */
  succeeded(account: string, address: string): Promise<void>
}

export function createLoginThrottle(): LoginThrottle {
  const failures = new RateLimiterMemory({ points: FREE_FAILURES, duration: FORGET_AFTER_S })
  const delays = new RateLimiterMemory({ points: 0, duration: LONGEST_DELAY_S })
  const addresses = new RateLimiterMemory({
    points: FAILURES_PER_ADDRESS,
    duration: ADDRESS_WINDOW_S,
  })

  return {
    async waitS(account, address) {
      const [delay, spent] = await Promise.all([delays.get(account), addresses.get(address)])
      const forAccount = delay?.msBeforeNext ?? 0
      const used = spent?.consumedPoints ?? 0
      const forAddress = used >= FAILURES_PER_ADDRESS ? (spent?.msBeforeNext ?? 0) : 0
      return Math.ceil(Math.max(forAccount, forAddress, 0) / 1000)
    },
    async tried(account, address) {
      await addresses.penalty(address)
      const { consumedPoints } = await failures.penalty(account)
      if (consumedPoints < FREE_FAILURES) return
      const delayS = Math.min(LONGEST_DELAY_S, 2 ** (consumedPoints - FREE_FAILURES))
      // Each failure keeps the count alive: it is forgotten an hour after the last one.
      await failures.set(account, consumedPoints, FORGET_AFTER_S)
      await delays.block(account, delayS)
    },
    async succeeded(account, address) {
      await Promise.all([failures.delete(account), delays.delete(account)])
      await addresses.reward(address)
    },
  }
}
