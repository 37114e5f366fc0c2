import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { MapTiles } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { TileSources } from '../config/tile-sources.ts'
import { openTileCache } from '../store/tiles/tile-cache.ts'
import { type Attribution, OPENSTREETMAP, plainAttribution } from './attribution.ts'
import { type CachedServer, createCachedServer } from './cached-server.ts'
import { type PictureType, pictureType } from './picture-type.ts'
import type { TileAddress } from './tile-address.ts'
import { openTileFile } from './tile-file.ts'
import { type TileMetrics, createTileMetrics } from './tile-metrics.ts'
import { createTileServer } from './tile-server.ts'

const CACHE_MAX_BYTES = 256 * 1024 ** 2
const CACHE_MIN_FREE_BYTES = 1024 ** 3
const DAY_S = 86_400
/**
 * A screen of four thousand pixels shows 150 tiles. Twenty such views a minute are more than
 * anybody pans through by hand, and too few for a program that copies the server behind the hub.
 */
export const TILES_OF_A_SESSION = { uses: 3000, seconds: 60 }
/** The finest zoom of OpenStreetMap's servers, and of most others. */
const SERVER_MAX_ZOOM = 19

/** A tile for a browser. */
export interface Tile {
  content: Uint8Array
  type: PictureType
  /** Of its content, in quotes. */
  etag: string
  /** How long a browser need not ask again. */
  maxAgeS: number
}

/** No tile: there is none, or it is not available for now. */
export interface NoTile {
  content: null
  maxAgeS: number
}

/** The map's tiles: from a file, else from a server with a cache. */
export interface Tiles {
  info: MapTiles
  /** Never rejects: a map does without a tile. */
  tile(address: TileAddress): Promise<Tile | NoTile>
  close(): Promise<void>
}

export interface TilesOptions {
  sources: TileSources
  dataDir: string
  publicOrigin: string | null
  version: string
  log: Logger
  registry: Registry
}

/** @throws ConfigError when the configured file has no tiles */
export function openTiles({ sources, dataDir, log, registry, ...about }: TilesOptions): Tiles {
  if (sources.needsContact) {
    log.warn(
      'HUB_CONTACT is not set: maps show coasts and cities instead of streets, since the public tile server wants to know whom to write to',
    )
  }
  const metrics = createTileMetrics(registry)
  const file = sources.mbtiles === null ? null : openTileFile(sources.mbtiles)
  const server =
    sources.upstream &&
    createCachedServer({
      server: createTileServer({
        ...about,
        config: sources.upstream,
        log,
        onFailure: () => metrics.failed(),
      }),
      cache: openTileCache({
        file: join(dataDir, 'tiles-cache.db'),
        maxBytes: CACHE_MAX_BYTES,
        minFreeBytes: CACHE_MIN_FREE_BYTES,
      }),
      template: sources.upstream.template,
      log,
    })
  const fromFile = loggedOnce(log, async ({ z, x, y }) => (await file?.read(z, x, y)) ?? null)

  return {
    info: infoOf(sources, file),
    async tile(address) {
      const found = await fromFile(address)
      if (found) return answer(metrics, { content: found, source: 'file', maxAgeS: DAY_S })
      if (server) return answer(metrics, await server.tile(address))
      return answer(metrics, { content: null, source: 'none', maxAgeS: DAY_S })
    },
    async close() {
      await Promise.all([file?.close(), server?.close()])
    },
  }
}

function answer(
  metrics: TileMetrics,
  { content, source, maxAgeS }: Awaited<ReturnType<CachedServer['tile']>>,
): Tile | NoTile {
  const type = content && pictureType(content)
  metrics.served(type ? source : 'none')
  if (!content || !type) return { content: null, maxAgeS }
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  return { content, type, etag, maxAgeS }
}

function infoOf(
  { upstream, attribution }: TileSources,
  file: { attribution: string; minZoom: number; maxZoom: number } | null,
): MapTiles {
  const ofFile = plainAttribution(file?.attribution ?? '')
  const credits = [ofFile, ...(upstream || ofFile.text === '' ? [OPENSTREETMAP] : [])]
  return {
    attribution: attribution === null ? joined(credits) : plainAttribution(attribution),
    minZoom: upstream ? 0 : (file?.minZoom ?? 0),
    maxZoom: Math.max(file?.maxZoom ?? 0, upstream || !file ? SERVER_MAX_ZOOM : 0),
    offline: upstream === null,
    available: upstream !== null || file !== null,
  }
}

/** One line of attribution, with the link of the first that has one. */
function joined(credits: readonly Attribution[]): Attribution {
  const texts = new Set(credits.map(({ text }) => text).filter((text) => text !== ''))
  const url = credits.find((one) => one.url !== null)?.url ?? null
  return { text: [...texts].join(' · '), url }
}

type Read = (address: TileAddress) => Promise<Uint8Array | null>

/** Null where the file can no longer be read, which is logged once. */
function loggedOnce(log: Logger, read: Read): Read {
  let isLogged = false
  return (address) =>
    read(address).catch((error: unknown) => {
      if (!isLogged) log.warn({ err: error }, 'the MBTiles file cannot be read')
      isLogged = true
      return null
    })
}
