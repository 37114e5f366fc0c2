import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts one against the limit; seconds to wait where it is reached, or 0. */
export async function countOne(limiter: RateLimiterMemory, key: string | number): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}
