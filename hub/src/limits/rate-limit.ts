import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Counts one use of `key`; resolves with 0, or with the seconds to wait where the limit is reached.
 */
export async function countOne(limiter: RateLimiterMemory, key: string | number): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}
