import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** So many uses of each key within a time, counted in this process. */
export interface RateLimit {
  /** Counts one use of `key`; resolves with 0, or with the seconds to wait where the limit is reached. */
  waitS(key: string | number): Promise<number>
}

export function createRateLimit({ uses, seconds }: { uses: number; seconds: number }): RateLimit {
  const limiter = new RateLimiterMemory({ points: uses, duration: seconds })
  return {
    async waitS(key) {
      try {
        await limiter.consume(key)
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
  }
}
