import { gzipSync } from 'node:zlib'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BaseMap } from './base-map.ts'
import { loadBaseMap } from './base-map-data.ts'
import { packLine, unpackLine } from './packed-line.ts'
import { type LngLat, distanceTo, simplifyLine } from './simplify-line.ts'
import { splitAt180 } from './split-at-180.ts'

const place = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
)

/** A point is on land: an odd number of the rings' sides lie west of it. */
function isLand({ lands }: BaseMap, lat: number, lng: number): boolean {
  let sides = 0
  for (const ring of lands.flat()) {
    for (const [i, [lat2, lng2]] of ring.entries()) {
      const [lat1, lng1] = ring.at(i - 1) ?? [lat2, lng2]
      if (lat1 > lat === lat2 > lat) continue
      if (lng1 + ((lng2 - lng1) * (lat - lat1)) / (lat2 - lat1) < lng) sides++
    }
  }
  return sides % 2 === 1
}

describe('the base map', () => {
  it.each([
    ['Bogotá', 4.711, -74.072, true],
    ['Punta Arenas', -53.16, -70.93, true],
    ['La Habana', 23.11, -82.36, true],
    ['Chukotka, east of 180°', 67, -175, true],
    ['Antarctica', -85, 100, true],
    ['the Pacific', 0, -120, false],
    ['the Caribbean', 15, -75, false],
    ['lake Maracaibo', 9.9, -71.5, false],
    ['the Caspian', 42, 50.5, false],
    ['the sea on the other side of Russia', 75, -170, false],
  ])('has %s where it is', async (_, lat, lng, land) => {
    expect(isLand(await loadBaseMap(), lat, lng)).toBe(land)
  })

  it('draws nothing across 180°, and nothing outside the world', async () => {
    const { lands, borders } = await loadBaseMap()
    for (const line of [...lands.flat(), ...borders]) {
      for (const [i, [lat, lng]] of line.entries()) {
        expect(Math.abs(lat)).toBeLessThanOrEqual(90)
        expect(Math.abs(lng)).toBeLessThanOrEqual(180)
        const [lastLat = lat, lastLng = lng] = line[i - 1] ?? []
        // Only the edge of Antarctica's sheet is that long.
        if (lat > -89 || lastLat > -89) expect(Math.abs(lng - lastLng)).toBeLessThan(60)
      }
    }
  })

  it('names cities and countries as they are called there', async () => {
    const { cities, countries } = await loadBaseMap()
    const rankOf = (name: string) => cities.find((city) => city.name === name)?.rank
    expect(cities[0]?.name).toBe('Ciudad de México')
    const some = ['Bogotá', 'Medellín', 'Cúcuta', 'Asunción', 'São Paulo', 'Belmopán', 'Leticia']
    expect(some.map(rankOf)).toEqual([1, 1, 2, 1, 1, 1, 5])
    expect(['Rio Grande', 'Río Grande', 'Belém', 'Belén'].map(rankOf)).not.toContain(undefined)
    expect(cities.filter((city) => city.name === 'Mazatlán')).toHaveLength(1)
    expect(countries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['México', 'Perú', 'Haití', 'República Dominicana', 'España']),
    )
    for (const { lat, lng } of [...cities, ...countries]) {
      expect(Math.abs(lat) <= 90 && Math.abs(lng) <= 180).toBe(true)
    }
  })

  it('is sent in at most 120 kB', async () => {
    const { PACKED_BASE_MAP } = await import('./packed-base-map.ts')
    expect(gzipSync(JSON.stringify(PACKED_BASE_MAP)).length).toBeLessThan(120_000)
  })
})

it('packs lines to within 0.001°', () => {
  fc.assert(
    fc.property(fc.array(place), (line) => {
      const unpacked = unpackLine(packLine(line))
      expect(unpacked).toHaveLength(line.length)
      for (const [i, [lat, lng]] of unpacked.entries()) {
        expect(lng).toBeCloseTo(line[i]?.[0] ?? NaN, 2)
        expect(lat).toBeCloseTo(line[i]?.[1] ?? NaN, 2)
      }
    }),
    { numRuns: runs(100) },
  )
})

it('simplifies a line to points of it, its ends among them, with the rest within the tolerance', () => {
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 2, maxLength: 60 }),
      fc.double({ min: 0.1, max: 20, noNaN: true }),
      (line, tolerance) => {
        const simple = simplifyLine(line, () => tolerance)
        expect([simple[0], simple.at(-1)]).toEqual([line[0], line.at(-1)])
        expect(simple.every((point) => line.some((one) => one === point))).toBe(true)
        for (const point of line) {
          const distances = simple.slice(1).map((b, i) => distanceTo(point, simple[i] ?? b, b))
          expect(Math.min(...distances)).toBeLessThanOrEqual(tolerance)
        }
      },
    ),
    { numRuns: runs(50) },
  )
})

describe('a ring across 180°', () => {
  const areaOf = (ring: readonly LngLat[]) =>
    Math.abs(
      ring.reduce((sum, [x, y], i) => {
        const [lastX, lastY] = ring.at(i - 1) ?? [x, y]
        return sum + (lastX * y - x * lastY) / 2
      }, 0),
    )

  it('becomes one on each side, of the same area together', () => {
    const half = fc.double({ min: 1, max: 80, noNaN: true })
    fc.assert(
      fc.property(half, half, half, (west, east, height) => {
        const ring: LngLat[] = [
          [180 - west, 0],
          [-180 + east, 0],
          [-180 + east, height],
          [180 - west, height],
        ]
        const pieces = splitAt180(ring)
        expect(pieces).toHaveLength(2)
        const area = pieces.reduce((sum, piece) => sum + areaOf(piece), 0)
        expect(area).toBeCloseTo((west + east) * height, 6)
      }),
      { numRuns: runs(50) },
    )
  })

  it('and around the pole is closed there', () => {
    const ring = [-180, -90, 0, 90, 179, -180].map((lng): LngLat => [lng, -70])
    const [piece = [], ...others] = splitAt180(ring)
    expect(others).toEqual([])
    expect(areaOf(piece)).toBeCloseTo(360 * 20, 6)
  })

  it('and one that does not cross stays as it is', () => {
    const ring: LngLat[] = [
      [-75, 4],
      [-74, 4],
      [-74, 5],
    ]
    expect(splitAt180(ring)).toEqual([ring])
  })
})
