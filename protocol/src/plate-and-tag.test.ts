import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AssetTag, Plate, VehicleTag } from './api/assets.ts'
import { ASSET_TAG_MAX, VEHICLE_TAG_MAX } from './limits.ts'
import { parsePlate, parseTag } from './plate-and-tag.ts'
import { runs } from './testing/runs.ts'

it.each([
  [' klm  482 ', 'KLM 482'],
  ['ñandú', null],
  ['n\u0303a-1', 'ÑA-1'],
  ['\u017fab', null],
  ['A', null],
  ['-A1', null],
  ['A'.repeat(21), null],
])('takes the plate %j as %j', (raw, plate) => {
  expect(parsePlate(raw)).toBe(plate)
})

const typed = fc.oneof(fc.string(), fc.stringMatching(/^[ A-Za-zñÑ0-9-]{0,70}$/))

it('judges plates and tags as the schemas of the calls do', () => {
  fc.assert(
    fc.property(typed, (raw) => {
      expect(parsePlate(raw)).toBe(Plate.safeParse(raw).data ?? null)
      expect(parseTag(raw, VEHICLE_TAG_MAX)).toBe(VehicleTag.safeParse(raw).data ?? null)
      expect(parseTag(raw, ASSET_TAG_MAX)).toBe(AssetTag.safeParse(raw).data ?? null)
    }),
    { numRuns: runs(300) },
  )
})
