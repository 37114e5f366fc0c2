import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { CityRank, PackedBaseMap } from './base-map.ts'
import { AROUND, LATIN_AMERICA, MISTAKEN, spelling } from './latin-america.ts'
import { packLine } from './packed-line.ts'
import { type LngLat, simplifyLine } from './simplify-line.ts'
import { splitAt180 } from './split-at-180.ts'

/** Natural Earth's countries, as the package world-atlas has them. */
export type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

/** Natural Earth's populated places, as the package city-timezones has them. */
export interface Place {
  city: string
  iso2: string
  province: string
  lat: number
  lng: number
  pop: number
}

/** The area that is drawn with more detail: from Tijuana to Cape Horn. */
const FINE = { west: -118.5, east: -33.5, south: -56.5, north: 33 }
const FINE_DEGREES = 0.01
const COARSE_DEGREES = 0.12
const FEWEST_PEOPLE = 10_000
const LEAST_OF_RANK: readonly [CityRank, number][] = [
  [1, 2e6],
  [2, 5e5],
  [3, 1.5e5],
  [4, 5e4],
]
/** Two entries of one name that are closer than this are one city. */
const SAME_CITY_DEGREES = 0.5

/** Makes the base map from the packages' data. */
export function packBaseMap(atlas: Atlas, places: readonly Place[]): PackedBaseMap {
  const simple = simplified(atlas)
  const borders = mesh(simple, simple.objects.countries, (a, b) => a !== b)
  return {
    lands: landsOf(simple),
    borders: borders.coordinates.map((line) => packLine(line.map(lngLat))),
    cities: citiesOf(places),
    countries: [
      ...Object.values(LATIN_AMERICA).map(
        ({ name, lat, lng }): PackedBaseMap['countries'][number] => [name, lat, lng],
      ),
      ...AROUND,
    ],
  }
}

/** Arcs are simplified before shapes are made of them, so that neighbours keep one border. */
function simplified(atlas: Atlas): Atlas {
  const { scale = [1, 1], translate = [0, 0] } = atlas.transform ?? {}
  const arcs = atlas.arcs.map((arc) => {
    let [x, y] = [0, 0]
    const line = arc.map(([dx = 0, dy = 0]): LngLat => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
    return simplifyLine(line, toleranceAt).map(([lng, lat]) => [lng, lat])
  })
  const { transform: _, ...rest } = atlas
  return { ...rest, arcs }
}

const isFine = ([lng, lat]: LngLat) =>
  lng > FINE.west && lng < FINE.east && lat > FINE.south && lat < FINE.north

const toleranceAt = (point: LngLat) => (isFine(point) ? FINE_DEGREES : COARSE_DEGREES)

function landsOf(atlas: Atlas): string[][] {
  const { features } = feature(atlas, atlas.objects.land)
  const polygons = features.flatMap(({ geometry }) => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates
    return geometry.type === 'Polygon' ? [geometry.coordinates] : []
  })
  return polygons.flatMap((rings) => {
    const [outer = [], ...lakes] = rings.map((ring) => splitAt180(ring.map(lngLat)).filter(isSeen))
    // No lake lies across 180°, so all of them belong to the one piece of their land.
    return outer.map((ring, i) => [ring, ...(i === 0 ? lakes.flat() : [])].map(packLine))
  })
}

/** False for islands and lakes that would be only a few pixels large. */
function isSeen(ring: readonly LngLat[]): boolean {
  const [first] = ring
  if (!first || ring.length < 4) return false
  const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)]
  const size = Math.max(spread(lngs), spread(lats))
  return size > 2 * toleranceAt(first)
}

const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)

function citiesOf(places: readonly Place[]): PackedBaseMap['cities'] {
  const cities: PackedBaseMap['cities'] = []
  for (const place of places.toSorted((a, b) => b.pop - a.pop)) {
    const country = LATIN_AMERICA[place.iso2]
    if (!country || MISTAKEN.has(`${place.city}, ${place.province}`)) continue
    const isCapital = country.capital === place.city
    if (!isCapital && place.pop < FEWEST_PEOPLE) continue
    const [name, lat, lng] = [spelling(place.city, place.iso2), round(place.lat), round(place.lng)]
    const isKnown = cities.some(
      (city) => city[0] === name && Math.hypot(city[1] - lat, city[2] - lng) < SAME_CITY_DEGREES,
    )
    const rank = LEAST_OF_RANK.find(([, people]) => place.pop >= people)?.[0] ?? 5
    if (!isKnown) cities.push([name, lat, lng, isCapital ? 1 : rank])
  }
  return cities
}

/** To about 100 m. */
const round = (degrees: number) => Math.round(degrees * 1000) / 1000

const lngLat = ([lng = 0, lat = 0]: readonly number[]): LngLat => [lng, lat]
