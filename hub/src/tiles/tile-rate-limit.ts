import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countOne } from '../limits/rate-limit.ts'

/**
 * A screen of four thousand pixels shows 150 tiles. Twenty such views a minute are more than
 * anybody pans through by hand, and too few for a program that copies the server behind the hub.
 */
const TILES_A_MINUTE = 3000

/** Slows down a session that asks for tiles faster than anybody looks at them. */
export interface TileRateLimit {
  /** Counts a request for a tile; resolves with 0, or with the seconds to wait first. */
  waitS(sessionId: number): Promise<number>
}

export function createTileRateLimit(tilesAMinute = TILES_A_MINUTE): TileRateLimit {
  const limiter = new RateLimiterMemory({ points: tilesAMinute, duration: 60 })
  return { waitS: (sessionId) => countOne(limiter, sessionId) }
}
