import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AssetType } from '../api/assets.ts'
import { MAX_UID_LENGTH } from '../uid.ts'
import {
  BUCKETS,
  BucketDigest,
  bucketOf,
  deniedDigest,
  listDigest,
  rowDigest,
} from './list-digest.ts'
import { KIND_NUMBERS, ListRow, rowBytes } from './list-row.ts'

const uid = fc.oneof(
  fc.stringMatching(/^[0-9A-F]{1,64}$/),
  fc
    .string({ minLength: 1, maxLength: MAX_UID_LENGTH, unit: 'grapheme' })
    .filter((text) => text.length <= MAX_UID_LENGTH && !text.includes('\0')),
)
const moment = fc.option(fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 8_640_000_000_000_000 })))
const byte = fc.nat(255)
const group = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 0xffff_ffff }))
const row: fc.Arbitrary<ListRow> = fc.tuple(uid, byte, moment, moment, group, byte)
const rowsOfUids = fc.uniqueArray(row, { selector: ([name]) => name, maxLength: 20 })

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function digestOf(rows: Iterable<ListRow>): string {
  const bucket = new BucketDigest()
  for (const one of rows) bucket.add(one)
  return hex(bucket.bytes)
}

it('has bytes of its own for each row, which never change', () => {
  expect(hex(rowBytes(['E280', 1, null, 1_772_445_600_000, 7, 1]))).toBe(
    '0445323830' + '0101' + '00' + '080000019cadfd8900' + '0400000007' + '0101',
  )
  fc.assert(
    fc.property(row, row, (one, other) => {
      expect(ListRow.parse(one)).toEqual(one)
      const isSame = JSON.stringify(one) === JSON.stringify(other)
      expect(hex(rowBytes(one)) === hex(rowBytes(other))).toBe(isSame)
    }),
  )
})

it('has other bytes after any change of one part', () => {
  fc.assert(
    fc.property(row, row, fc.nat(5), (one, other, place) => {
      const changed = one.with(place, other[place] ?? null)
      fc.pre(JSON.stringify(changed) !== JSON.stringify(one))
      expect(hex(rowBytes(ListRow.parse(changed)))).not.toBe(hex(rowBytes(one)))
    }),
  )
})

it.each<[string, unknown]>([
  ['a part more', ['E280', 1, null, null, 0, 1, 1]],
  ['a part less', ['E280', 1, null, null, 0]],
  ['half a millisecond', ['E280', 1, 0.5, null, 0, 1]],
  ['a negative group', ['E280', 1, null, null, -1, 1]],
  ['a uid that is too long', ['E'.repeat(65), 1, null, null, 0, 1]],
  ['no uid', ['', 1, null, null, 0, 1]],
])('refuses a row with %s', (_, given) => {
  expect(ListRow.safeParse(given).success).toBe(false)
})

it('digests a bucket by its rows and by nothing else', () => {
  fc.assert(
    fc.property(
      rowsOfUids,
      fc.array(row, { maxLength: 20 }),
      fc.array(fc.nat()),
      (rows, edits, gone) => {
        const bucket = new BucketDigest()
        const held = new Map<string, ListRow>()
        const put = (one: ListRow) => {
          const before = held.get(one[0])
          if (before !== undefined) bucket.remove(before)
          held.set(one[0], one)
          bucket.add(one)
        }
        for (const one of rows) put(one)
        const first = hex(bucket.bytes)
        expect(first).toBe(digestOf(rows.toReversed()))
        const kept = new BucketDigest(bucket.bytes)
        // Edits of uids that are there, and new ones.
        for (const [i, one] of edits.entries()) put(one.with(0, rows[i]?.[0] ?? one[0]) as ListRow)
        for (const place of gone) {
          const one = [...held.values()][place % (held.size + 1)]
          if (one === undefined) continue
          bucket.remove(one)
          held.delete(one[0])
        }
        expect(hex(bucket.bytes)).toBe(digestOf(held.values()))
        const sorted = (all: Iterable<ListRow>) => [...all].map((one) => JSON.stringify(one)).sort()
        const isSame = JSON.stringify(sorted(rows)) === JSON.stringify(sorted(held.values()))
        expect(hex(bucket.bytes) === first).toBe(isSame)
        for (const one of rows) kept.remove(one)
        expect(kept.bytes).toEqual(new Uint8Array(32))
      },
    ),
    { numRuns: 500 },
  )
})

it('digests a list by its buckets in their order, and a bucket that is read stays as it was', () => {
  const buckets = Array.from({ length: BUCKETS }, () => new BucketDigest())
  const digest = () => hex(listDigest(buckets.map(({ bytes }) => bytes)))
  const empty = digest()
  expect(empty).toBe('9f1dcbc35c350d6027f98be0f5c8b43b42ca52b7604459c0c42be3aa88913d47')
  const one: ListRow = ['E2801160', 1, null, null, 0, 1]
  const own = buckets[bucketOf(one[0])]
  const before = own?.bytes
  own?.add(one)
  expect(before).toEqual(new Uint8Array(32))
  expect(hex(own?.bytes ?? new Uint8Array())).toBe(hex(rowDigest(one)))
  const [a, ...rest] = buckets.map(({ bytes }) => bytes)
  expect(digest()).not.toBe(empty)
  expect(hex(listDigest([...rest, a ?? new Uint8Array(32)]))).not.toBe(digest())
  own?.remove(one)
  expect(digest()).toBe(empty)
  expect(() => listDigest(rest)).toThrow(RangeError)
})

it('digests the denied tags in any order, each once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(uid, { maxLength: 20 }), uid, (uids, other) => {
      const digest = hex(deniedDigest(uids))
      expect(hex(deniedDigest([...uids, ...uids].toReversed()))).toBe(digest)
      expect(hex(deniedDigest([...uids, other])) === digest).toBe(uids.includes(other))
    }),
  )
})

it('spreads tags over all buckets', () => {
  const used = new Set(Array.from({ length: 5000 }, (_, i) => bucketOf(`E28011${i}`)))
  expect(used.size).toBe(BUCKETS)
})

it('has a number for each type of asset', () => {
  expect(Object.keys(KIND_NUMBERS)).toEqual(AssetType.options)
  expect(new Set(Object.values(KIND_NUMBERS)).size).toBe(AssetType.options.length)
})
