import { MAX_BATCH_ENTRIES, WIRE_OVERHEAD_BYTES } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import type { OutboxRow } from '../entry.ts'
import { FreshRows } from './fresh-rows.ts'

const row = (seq: number, data = '{}'): OutboxRow => {
  return { seq, kind: 'read', at: 1, mono: 1, boot: 'b', clock: 'synced', data }
}
const seqs = (rows: readonly OutboxRow[]) => rows.map((r) => r.seq)

it('fresh rows are given away once, in order, however they came', () => {
  const fresh = new FreshRows(64_000)
  fresh.add([row(1), row(2)])
  fresh.add([row(3)])
  expect(fresh.lastSeq).toBe(3)
  expect(seqs(fresh.take())).toEqual([1, 2, 3])
  expect(fresh.lastSeq).toBeNull()
  expect(fresh.take()).toEqual([])
})

it('fresh rows hold no more entries than one batch, and nothing behind what they left out', () => {
  const fresh = new FreshRows(1e9)
  fresh.add(Array.from({ length: MAX_BATCH_ENTRIES + 10 }, (_, i) => row(i)))
  expect(fresh.take()).toHaveLength(MAX_BATCH_ENTRIES)
})

it('fresh rows hold no more bytes than one batch, of letters of any width', () => {
  const wide = JSON.stringify('ñ'.repeat(1000))
  const bytes = 2002 + WIRE_OVERHEAD_BYTES
  const fresh = new FreshRows(bytes * 2)
  fresh.add([row(1, wide), row(2, wide), row(3, wide), row(4)])
  expect(seqs(fresh.take())).toEqual([1, 2])
})
