import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_ZOOM, tileAddress } from './tile-address.ts'

const zooms = fc.integer({ min: 0, max: MAX_ZOOM })

it('takes every tile of the map, as it is written', () => {
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(zooms, share, share, (z, east, south) => {
      const [x, y] = [Math.floor(east * 2 ** z), Math.floor(south * 2 ** z)]
      expect(tileAddress({ z: `${z}`, x: `${x}`, y: `${y}` })).toEqual({ z, x, y })
      expect(tileAddress({ z: `${z}`, x: `${2 ** z}`, y: `${y}` })).toBeNull()
      expect(tileAddress({ z: `${z}`, x: `${x}`, y: `${2 ** z + y}` })).toBeNull()
    }),
    { numRuns: runs(100) },
  )
})

it('takes nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const isNumber = /^(0|[1-9]\d*)$/.test(text)
      const taken = tileAddress({ z: text, x: '0', y: '0' }) !== null
      expect(taken).toBe(isNumber && Number(text) <= MAX_ZOOM)
    }),
    { numRuns: runs(200) },
  )
  for (const text of ['', '-1', '01', '1.0', '1e1', ' 1', '1.png', '23', '9'.repeat(400)]) {
    expect(tileAddress({ z: text, x: '0', y: '0' })).toBeNull()
  }
})
