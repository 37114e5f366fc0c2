import { createRateLimit } from '../../limits/rate-limit.ts'
import { networkOf } from '../network-of.ts'

const CODES_OF_A_NETWORK = { uses: 120, seconds: 600 }
/** Each code is a row that is written. */
const CODES_OF_ALL = { uses: 20, seconds: 1 }
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
  const all = createRateLimit(CODES_OF_ALL)
  const polls = createRateLimit(POLLS_OF_A_NETWORK)
  const tries = createRateLimit(TRIES_OF_AN_ACCOUNT)
  return {
    // The network first: one that is refused uses up nothing of the others' share.
    asked: async (address) => (await codes.waitS(networkOf(address))) || (await all.waitS('all')),
    polled: (address) => polls.waitS(networkOf(address)),
    tried: (userId) => tries.waitS(userId),
  }
}
