import type { BaseMap, PackedBaseMap } from './base-map.ts'
import { unpackLine } from './packed-line.ts'

let loading: Promise<BaseMap> | undefined

/** Loads the map once; rejects while its file cannot be fetched, and the next call tries again. */
export function loadBaseMap(): Promise<BaseMap> {
  loading ??= import('./packed-base-map.ts')
    .then(({ PACKED_BASE_MAP }) => unpackBaseMap(PACKED_BASE_MAP))
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

function unpackBaseMap({ lands, borders, cities, countries }: PackedBaseMap): BaseMap {
  return {
    lands: lands.map((rings) => rings.map(unpackLine)),
    borders: borders.map(unpackLine),
    cities: cities.map(([name, lat, lng, rank]) => ({ name, lat, lng, rank })),
    countries: countries.map(([name, lat, lng]) => ({ name, lat, lng })),
  }
}
