import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countOne } from '../limits/rate-limit.ts'

/**
 * A wall of four thousand pixels shows 150 tiles: these are twenty such views a minute, which no hand
 * pans through, and a program that empties the server behind the hub would like to have.
 */
const TILES_A_MINUTE = 3000

/** Slows down a session that asks for tiles faster than anybody looks at them. */
export interface TileRateLimit {
  /** Counts a tile; seconds to wait before it may be had, 0: now. */
  waitS(sessionId: number): Promise<number>
}

export function createTileRateLimit(tilesAMinute = TILES_A_MINUTE): TileRateLimit {
  const limiter = new RateLimiterMemory({ points: tilesAMinute, duration: 60 })
  return { waitS: (sessionId) => countOne(limiter, sessionId) }
}
