import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_UID_LENGTH, parseScanUid } from './uid.ts'

it.each([
  ['DE AD BE EF', 'DEADBEEF'],
  ['de:ad:be:ef', 'DEADBEEF'],
  ['DE-AD-BE-EF', 'DEADBEEF'],
  ['test-001', 'TEST-001'],
  ['12345', '12345'],
  ['E2003412012F1700A1B2C3D4', 'E2003412012F1700A1B2C3D4'],
])('takes %s for the tag %s', (raw, uid) => {
  expect(parseScanUid(raw)).toBe(uid)
})

it.each([
  '',
  '1234',
  'ABCDE',
  'CONNECTED',
  'ERROR 12345',
  'TEST-CARD',
  'TEST-',
  'GHIJKL',
  'ABC_123456',
])('takes «%s» for no tag', (raw) => {
  expect(parseScanUid(raw)).toBeNull()
})

it('gives nothing but upper-case letters, digits and hyphens of a bounded length, and takes it again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Fa-f :-]{4,80}$/)), (raw) => {
      const uid = parseScanUid(raw)
      if (uid === null) return
      expect(uid).toMatch(/^[A-Z0-9-]+$/)
      expect(uid.length).toBeLessThanOrEqual(MAX_UID_LENGTH)
      expect(parseScanUid(uid)).toBe(uid)
    }),
  )
})
