import type { PublicConfig } from '@vehicle-control/protocol'
import type { TileAttribution } from './attribution.ts'

export interface TileSource {
  readonly attribution: TileAttribution
  readonly maxZoom: number
}
const DEFAULT: TileSource = {
  attribution: {
    text: '© OpenStreetMap contributors',
    url: 'https://www.openstreetmap.org/copyright',
  },
  maxZoom: 19,
}

export function tileSourceOf(config: PublicConfig | undefined): TileSource {
  const tiles: unknown = config && Reflect.get(config, 'tiles')
  return (tiles as TileSource | undefined) ?? DEFAULT
}
