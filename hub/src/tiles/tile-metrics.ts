import { Counter, type Registry } from 'prom-client'

/** Where a tile came from; `stale`: the cache, while it is fetched again; `none`: no tile. */
export type TileSource = 'file' | 'cache' | 'stale' | 'server' | 'none'

/** Counts tiles sent to browsers, and failures of the tile server. */
export interface TileMetrics {
  served(source: TileSource): void
  failed(): void
}

/** The metrics of tiles, on the registry behind /metrics. */
export function createTileMetrics(registry: Registry): TileMetrics {
  const registers = [registry]
  const served = new Counter({
    name: 'vc_tiles_served_total',
    help: 'Map tiles answered, by where they came from',
    labelNames: ['source'],
    registers,
  })
  const failed = new Counter({
    name: 'vc_tiles_server_failures_total',
    help: 'Requests to the tile server that brought no tile',
    registers,
  })
  return { served: (source) => served.inc({ source }), failed: () => failed.inc() }
}
