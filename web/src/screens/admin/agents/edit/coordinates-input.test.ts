import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeFaults, readDegrees, readPlace, writeDegrees } from './coordinates-input.ts'

describe('typed coordinates', () => {
  it.each([
    ['4,711', 4.711],
    ['4.711', 4.711],
    [' -74,072 ', -74.072],
    ['−74.072', -74.072],
    ['0', 0],
    ['4,711°', 4.711],
    ['', null],
  ])('take %j', (text, degrees) => expect(readDegrees(text)).toBe(degrees))

  it.each(['4,7,11', '4 711', 'norte', '1e3', '0x10', '4.711,5', 'Infinity', '-'])(
    'refuse %j',
    (text) => expect(readDegrees(text)).toBeNaN(),
  )

  it('are both there or none, and on earth', () => {
    expect(placeFaults({ lat: '', lng: '' })).toEqual({ lat: null, lng: null })
    expect(readPlace({ lat: '0', lng: '0' })).toEqual({ lat: 0, lng: 0 })
    expect(placeFaults({ lat: '4,7', lng: ' ' }).lng).toMatch(/o ninguna/)
    expect(placeFaults({ lat: '90,1', lng: '-180' })).toEqual({
      lat: 'La latitud va de -90 a 90',
      lng: null,
    })
    expect(placeFaults({ lat: '4711', lng: '74072' }).lng).toBe('La longitud va de -180 a 180')
    expect(readPlace({ lat: '4711', lng: '1' })).toBeNull()
  })

  it('come back from the field as they went into it, to 0.000001°', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (lat, lng) => {
          const place = readPlace({ lat: writeDegrees(lat), lng: writeDegrees(lng) })
          expect(place?.lat).toBeCloseTo(lat, 5)
          expect(place?.lng).toBeCloseTo(lng, 5)
        },
      ),
      { numRuns: runs(100) },
    )
  })
})
