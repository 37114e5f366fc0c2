import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverOf } from './asset-cover.ts'
import { ASSET_DAY_MS, ASSET_WEEK_MS, BUCKET_MS } from './buckets.ts'

const UNIT_MS = { asset_counts: BUCKET_MS, asset_days: ASSET_DAY_MS, asset_weeks: ASSET_WEEK_MS }
const BUCKETS_A_WEEK = ASSET_WEEK_MS / BUCKET_MS
const bucket = fc.integer({ min: 2900 * BUCKETS_A_WEEK, max: 2910 * BUCKETS_A_WEEK })

test('adds every bucket of a span once, and no other, from whole units', () => {
  const check = (ends: [number, number], nowBucket: number) => {
    const [first, last] = ends.toSorted((a, b) => a - b) as [number, number]
    const span = { from: first * BUCKET_MS, until: last * BUCKET_MS }
    const counted = new Map<number, number>()
    for (const { table, from, until, sign } of coverOf(span, nowBucket * BUCKET_MS)) {
      expect([from % UNIT_MS[table], until % UNIT_MS[table]]).toEqual([0, 0])
      for (let at = from; at < until; at += BUCKET_MS) {
        counted.set(at, (counted.get(at) ?? 0) + sign)
      }
    }
    const once = [...counted].filter(([, n]) => n !== 0).toSorted((a, b) => a[0] - b[0])
    const wanted = Array.from({ length: last - first }, (_, i) => [(first + i) * BUCKET_MS, 1])
    expect(once).toEqual(wanted)
  }
  fc.assert(fc.property(fc.tuple(bucket, bucket), bucket, check), { numRuns: runs(60) })
})

test('takes the last 30 days from five weeks and what is left at their beginning', () => {
  const until = 2905 * ASSET_WEEK_MS + 3.3 * ASSET_DAY_MS
  const now = Math.floor(until / BUCKET_MS) * BUCKET_MS
  const parts = coverOf({ from: now - 30 * ASSET_DAY_MS, until: now }, now)
  const past = parts.filter(({ from }) => from < now)
  const units = (table: string) =>
    past
      .filter((part) => part.table === table)
      .reduce((sum, { from, until: end, table: of }) => sum + (end - from) / UNIT_MS[of], 0)
  expect(units('asset_weeks')).toBe(5)
  expect(units('asset_days')).toBeLessThanOrEqual(3)
  expect(units('asset_counts')).toBeLessThanOrEqual(60)
})
