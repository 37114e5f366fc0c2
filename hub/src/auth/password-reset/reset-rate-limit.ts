import { createRateLimit } from '../../limits/rate-limit.ts'
import { networkOf } from '../network-of.ts'

const WINDOW_S = 15 * 60
const REQUESTS_PER_ADDRESS = 20
const REQUESTS_PER_ACCOUNT = 5
const TOKENS_PER_ADDRESS_AND_MINUTE = 20
const REQUESTS_PER_S = 10

/**
 * Limits password resets. In a quarter of an hour an account gets 5 tokens, whoever asks, and an
 * address 20 requests; an address may try 20 tokens a minute. An account at its limit is not locked
 * out: its last token stays valid for longer than the wait.
 */
export interface ResetRateLimit {
  /** Counts a request for a token; returns the seconds to wait, or 0 when it may go on. */
  requested(account: string, address: string): Promise<number>
  /** Counts a token that is tried; returns the seconds to wait, or 0 when it may go on. */
  tried(address: string): Promise<number>
}

export function createResetRateLimit(): ResetRateLimit {
  const addresses = createRateLimit({ uses: REQUESTS_PER_ADDRESS, seconds: WINDOW_S })
  const accounts = createRateLimit({ uses: REQUESTS_PER_ACCOUNT, seconds: WINDOW_S })
  const all = createRateLimit({ uses: REQUESTS_PER_S, seconds: 1 })
  const tokens = createRateLimit({ uses: TOKENS_PER_ADDRESS_AND_MINUTE, seconds: 60 })

  return {
    async requested(account, address) {
      // The address first: one that is refused uses up nothing of the account's share.
      return (
        (await addresses.waitS(networkOf(address))) ||
        (await all.waitS('all')) ||
        (await accounts.waitS(account))
      )
    },
    tried: (address) => tokens.waitS(networkOf(address)),
  }
}
