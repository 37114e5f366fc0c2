/** Types of the packages' data, which the compiler would infer from megabytes of it. */
declare module 'world-atlas/countries-10m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification'
  const atlas: Topology<{ countries: GeometryCollection; land: GeometryCollection }>
  export default atlas
}

declare module 'city-timezones/data/cityMap.json' {
  const cities: readonly {
    city: string
    iso2: string
    province: string
    lat: number
    lng: number
    pop: number
  }[]
  export default cities
}
