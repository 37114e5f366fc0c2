/** Latitude and longitude in degrees, as Leaflet takes them. */
export type LatLng = [number, number]

/** A place with its name in Spanish. */
export interface NamedPlace {
  name: string
  lat: number
  lng: number
}

/** 1: a capital, or over two million people; 2: over half a million; 3: 150,000; 4: 50,000; 5: less. */
export type CityRank = 1 | 2 | 3 | 4 | 5

/**
 * A map of the world that needs no tiles, finer in Latin America. Nothing in it crosses 180° of
 * longitude.
 */
export interface BaseMap {
  /** A polygon each: its outer ring, then the lakes in it. */
  lands: LatLng[][][]
  /** Borders between countries; no coasts. */
  borders: LatLng[][]
  /** The cities of Latin America, the largest first. */
  cities: (NamedPlace & { rank: CityRank })[]
  /** Where the name of a country is written. */
  countries: NamedPlace[]
}

/** The base map as it is sent: lines by packed-line.ts. */
export interface PackedBaseMap {
  lands: string[][]
  borders: string[]
  cities: [name: string, lat: number, lng: number, rank: CityRank][]
  countries: [name: string, lat: number, lng: number][]
}
