import { decide, type ListRow } from '@vehicle-control/protocol'
import {
  BUCKETS,
  BucketDigest,
  bucketOf,
  listDigest,
} from '@vehicle-control/protocol/access/list-digest'
import { oracle } from '@vehicle-control/protocol/access/testing/oracle'
import { anyQuestions, factsOf } from '@vehicle-control/protocol/access/testing/questions'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packedDigest } from '../outbox/access/packed-rows.ts'
import { HeldList } from './held-list.ts'
import { findRow, packRows } from './packed-row.ts'

const moment = fc.option(fc.integer({ min: 0, max: 8_640_000_000_000_000 }))
const byte = fc.integer({ min: 0, max: 255 })
/** Uids that begin, end and go on in each other, beside any text. */
const uid = fc.oneof(
  fc.constantFrom('E280', 'E28011', 'E2801160AA', 'e2801160aa', '11', 'É280', 'ñ'),
  fc.string({ minLength: 1, maxLength: 64 }),
  fc.stringMatching(/^[0-9A-F]{6,24}$/),
)
const row = fc.tuple(
  uid,
  byte,
  moment,
  moment,
  fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 0xffff_ffff })),
  byte,
) as fc.Arbitrary<ListRow>
const rows = fc.uniqueArray(row, { maxLength: 60, selector: ([name]) => name })

it('rows that lie packed are found as in a map, and others are not', () => {
  fc.assert(
    fc.property(rows, fc.array(uid), (all, others) => {
      const packed = packRows(all)
      const map = new Map(all.map((one) => [one[0], one]))
      for (const name of [...map.keys(), ...others])
        expect(findRow(packed, name)).toEqual(map.get(name))
    }),
    { numRuns: 500 },
  )
})

it('the digest of packed rows and of a list is the protocol’s', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const list = new HeldList()
      const buckets = Array.from({ length: BUCKETS }, () => new BucketDigest())
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        const here = all.filter(([name]) => bucketOf(name) === bucket)
        if (here.length === 0) continue
        for (const one of here) buckets[bucket]?.add(one)
        const packed = packRows(here)
        const digest = packedDigest(packed)
        expect(digest).toEqual(buckets[bucket]?.bytes)
        if (digest === null) return
        const next = list.digestWith(bucket, digest)
        list.set(bucket, packed, digest)
        expect(list.digest).toBe(next)
      }
      const digest = listDigest(buckets.map(({ bytes }) => bytes))
      expect(list.digest).toBe(Buffer.from(digest).toString('hex'))
      for (const one of all) expect(list.find(one[0])).toEqual({ row: one, isWhole: true })
    }),
    { numRuns: 60 },
  )
})

it('bytes that are no whole rows have no digest', () => {
  const packed = packRows([['E280', 1, 5, null, 3, 1]])
  for (let end = 1; end < packed.length; end++)
    expect(packedDigest(packed.subarray(0, end))).toBeNull()
})

it('a lost bucket holds nothing and says so until it has come again', () => {
  const list = new HeldList()
  const bucket = bucketOf('E280')
  const packed = packRows([['E280', 1, null, null, 0, 1]])
  const digest = packedDigest(packed) ?? new Uint8Array()
  const empty = list.digest
  list.set(bucket, packed, digest)
  list.lose(bucket)
  expect(list.find('E280')).toEqual({ row: undefined, isWhole: false })
  expect([list.lost, list.digest]).toEqual([1, empty])
  list.set(bucket, packed, digest)
  expect(list.find('E280').isWhole).toBe(true)
})

it('what is decided on a packed list is what the oracle says', () => {
  fc.assert(
    fc.property(anyQuestions(20), (questions) => {
      for (const question of questions) {
        // The row of another uid, which may be asked for, lies among others.
        const { row: asked } = question
        const beside: ListRow[] = [
          ['E28', 1, null, null, 0, 1],
          ['E28011600', 1, null, null, 1, 1],
        ]
        const packed = packRows(asked === undefined ? beside : [...beside, asked])
        const row = findRow(packed, question.uid)
        expect(decide({ ...factsOf(question), row })).toEqual(oracle(question))
      }
    }),
    { numRuns: Number(process.env['DECISIONS'] ?? 20_000) / 20 },
  )
})
