import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { placeOf } from './coordinates.ts'

it.each([
  [0, 0, { lat: 0, lng: 0 }],
  [4.711, -74.072, { lat: 4.711, lng: -74.072 }],
  [90, 180, { lat: 85.05, lng: 180 }],
  [-90, -180, { lat: -85.05, lng: -180 }],
  [null, 1, null],
  [1, null, null],
  [90.1, 0, null],
  [0, 4711, null],
  [Number.NaN, 0, null],
  [0, Number.POSITIVE_INFINITY, null],
])('an agent at %s, %s is drawn at %o', (lat, lng, place) => {
  expect(placeOf({ lat, lng })).toEqual(place)
})

it('whatever the coordinates, a place is on the map', () => {
  const number = fc.oneof(fc.double(), fc.double({ min: -200, max: 200 }), fc.constant(null))
  fc.assert(
    fc.property(number, number, (lat, lng) => {
      const place = placeOf({ lat, lng })
      if (place === null) return
      expect(Math.abs(place.lat)).toBeLessThanOrEqual(85.05)
      expect(Math.abs(place.lng)).toBeLessThanOrEqual(180)
    }),
    { numRuns: runs(300) },
  )
})
