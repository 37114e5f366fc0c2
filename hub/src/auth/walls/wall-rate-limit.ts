import { createRateLimit } from '../../limits/rate-limit.ts'
import { networkOf } from '../network-of.ts'

const CODES_OF_A_NETWORK = { uses: 120, seconds: 600 }
/** Forty screens behind one address that ask every three seconds, with some room. */
const POLLS_OF_A_NETWORK = { uses: 1000, seconds: 60 }
const TRIES_OF_AN_ACCOUNT = { uses: 30, seconds: 600 }

/** Limits the pairing of wall screens; each gives the seconds to wait, or 0. */
export interface WallRateLimit {
  /** Counts a browser's request for a code. */
  asked(address: string): Promise<number>
  /** Counts a browser's question whether its code was taken. */
  polled(address: string): Promise<number>
  /** Counts a code that an admin's account tries. */
  tried(userId: number): Promise<number>
}

export function createWallRateLimit(): WallRateLimit {
  const codes = createRateLimit(CODES_OF_A_NETWORK)
  const polls = createRateLimit(POLLS_OF_A_NETWORK)
  const tries = createRateLimit(TRIES_OF_AN_ACCOUNT)
  return {
    asked: (address) => codes.waitS(networkOf(address)),
    polled: (address) => polls.waitS(networkOf(address)),
    tried: (userId) => tries.waitS(userId),
  }
}
