import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { KeptTile, TileCache, TileKey } from '../store/tiles/tile-cache.ts'
import { type TileAddress, keyOf } from './tile-address.ts'
import type { TileSource } from './tile-metrics.ts'
import type { TileServer } from './tile-server.ts'
import { UpstreamRefusal } from './upstream-error.ts'

/** A request waits no longer: the browser shows the map without the tile, and asks again. */
const PATIENCE_MS = 10_000
const WEEK_S = 604_800
/** How long a browser keeps a stale tile, and does without one that cannot be had for now. */
const SOON_S = 60
const RETRY_S = 20

/** What is known of a tile. */
export interface ServedTile {
  content: Uint8Array | null
  source: TileSource
  /** How long a browser need not ask again. */
  maxAgeS: number
}

export interface CachedServerOptions {
  server: TileServer
  cache: TileCache
  /** The server's address: tiles of another one are not taken for its own. */
  template: string
  log: Logger
  now?: () => number
  patienceMs?: number
}

export type CachedServer = ReturnType<typeof createCachedServer>

/**
 * A tile server behind a cache on disk. A tile in the cache is served at once, a stale one too,
 * which is fetched again in the background, however long the server is away.
 */
export function createCachedServer(options: CachedServerOptions) {
  const { server, cache, template, now = Date.now, patienceMs = PATIENCE_MS } = options
  const underWay = new Map<string, Promise<ServedTile>>()
  const source = createHash('sha256').update(template).digest('base64url').slice(0, 16)
  const tileKey = ({ z, x, y }: TileAddress): TileKey => [source, z, x, y]
  const orNull = nullOnFailure(options.log)

  async function tile(address: TileAddress): Promise<ServedTile> {
    const kept = await orNull(cache.get(tileKey(address), now()))
    const leftMs = (kept?.freshUntil ?? 0) - now()
    if (kept && leftMs > 0) {
      const maxAgeS = Math.min(WEEK_S, Math.ceil(leftMs / 1000))
      return { content: kept.content, source: 'cache', maxAgeS }
    }
    const fetched = fetchOnce(address, kept ?? null)
    if (!kept?.content) return await withinPatience(fetched, patienceMs)
    // The fetched tile is for the next request.
    return { content: kept.content, source: 'stale', maxAgeS: SOON_S }
  }

  /** Requests for a tile that is being fetched share one fetch. */
  function fetchOnce(address: TileAddress, kept: KeptTile | null): Promise<ServedTile> {
    const key = keyOf(address)
    const known = underWay.get(key)
    if (known) return known
    const fetched = refresh(address, kept)
      .catch(async (error: unknown): Promise<ServedTile> => {
        if (error instanceof UpstreamRefusal) await forget(error.mistaken)
        return { content: null, source: 'none', maxAgeS: RETRY_S }
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, fetched)
    return fetched
  }

  async function refresh(address: TileAddress, kept: KeptTile | null): Promise<ServedTile> {
    const answer = await server.fetch(address, kept?.content ? kept : null)
    const maxAgeS = Math.min(WEEK_S, Math.max(SOON_S, ((answer.freshUntil ?? 0) - now()) / 1000))
    if (answer.kind === 'unchanged') {
      await orNull(cache.renew(tileKey(address), answer.freshUntil ?? now()))
      return { content: kept?.content ?? null, source: 'cache', maxAgeS: Math.ceil(maxAgeS) }
    }
    const { kind: _, freshUntil, ...fields } = answer
    if (freshUntil !== null) {
      await orNull(cache.put(tileKey(address), { ...fields, freshUntil }, now()))
    }
    return { content: answer.content, source: 'server', maxAgeS: Math.ceil(maxAgeS) }
  }

  async function forget(mistaken: readonly TileAddress[]): Promise<void> {
    await Promise.all(mistaken.map((address) => orNull(cache.remove(tileKey(address)))))
  }

  return {
    /** Never rejects. */
    tile,
    async close(): Promise<void> {
      server.stop()
      await Promise.all(underWay.values())
      await cache.close()
    },
  }
}

function withinPatience(fetched: Promise<ServedTile>, ms: number): Promise<ServedTile> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ServedTile>((resolve) => {
    timer = setTimeout(() => resolve({ content: null, source: 'none', maxAgeS: RETRY_S }), ms)
  })
  return Promise.race([fetched, late]).finally(() => clearTimeout(timer))
}

/** Waits for the cache; null where it fails, which is logged once until it works again. */
function nullOnFailure(log: Logger) {
  let isWell = true
  return async function orNull<T>(work: Promise<T>): Promise<T | null> {
    try {
      const done = await work
      isWell = true
      return done
    } catch (error) {
      if (isWell) log.warn({ err: error }, 'the cache of map tiles fails: tiles are not kept')
      isWell = false
      return null
    }
  }
}
