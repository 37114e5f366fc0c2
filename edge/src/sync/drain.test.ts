import {
  MAX_BATCH_ENTRIES,
  MAX_BATCHES_IN_FLIGHT,
  WIRE_OVERHEAD_BYTES,
} from '@vehicle-control/protocol'
import { describe, expect, it, vi } from 'vitest'
import type { OutboxRow } from '../entry.ts'
import { Drain, FreshRows } from './drain.ts'

const epoch = 'a'.repeat(16)
const later = 'b'.repeat(16)
interface Sent {
  epoch: string
  prev: number
  entries: { seq: number }[]
}

const row = (seq: number, data = '{}'): OutboxRow => {
  return { seq, kind: 'read', at: 1, mono: 1, boot: 'b', clock: 'synced', data }
}
const committed = (name: string, seqs: number[], isInFlight = false) => {
  return { epoch: name, rows: seqs.map((seq) => row(seq)), isInFlight }
}

/** A drain over logs that hold seqs 1 to n, three rows a batch. */
function drainOf(
  logs: Record<string, number>,
  read?: () => Promise<OutboxRow[]>,
  pace = { monotonic: () => 1, spacingMs: 0 },
  { lastSeq = Number.POSITIVE_INFINITY, onRead = (_after: number) => {} } = {},
) {
  const sent: Sent[] = []
  const acks: unknown[] = []
  const fail = vi.fn<(error: unknown) => void>()
  const drain = new Drain({
    source: {
      read:
        read ??
        (async (name, after) => {
          onRead(after)
          const last = Math.min(logs[name] ?? 0, after + 3)
          return Array.from({ length: Math.max(0, last - after) }, (_, i) => row(after + 1 + i))
        }),
      async ack(name, watermark) {
        acks.push([name, watermark])
      },
    },
    clock: { age: () => 0, correct: ({ at, clock }) => ({ at, clock }), monotonic: pace.monotonic },
    spacingMs: pace.spacingMs,
    send: (frame) => sent.push(JSON.parse(frame) as Sent),
    fail,
    backlog: Object.keys(logs).map((name) => ({ epoch: name, watermark: 0 })),
    lastSeq,
  })
  return { drain, sent, acks, fail, logs }
}
const batches = (sent: readonly Sent[]) =>
  sent.map(({ epoch: name, prev, entries }) => [name[0], prev, entries.at(-1)?.seq])

it('a drain sends epochs oldest first, and no more batches than may be in flight', async () => {
  const { drain, sent } = drainOf({ [epoch]: 6, [later]: 100 })
  drain.pump()
  await vi.waitFor(() => expect(sent).toHaveLength(MAX_BATCHES_IN_FLIGHT))
  expect(batches(sent).slice(0, 3)).toEqual([
    ['a', 0, 3],
    ['a', 3, 6],
    ['b', 0, 3],
  ])
  await drain.acked({ epoch, watermark: 6 })
  await vi.waitFor(() => expect(sent).toHaveLength(MAX_BATCHES_IN_FLIGHT + 2))
})

it('a drain goes back to the watermark at a nack, once for all batches sent after it', async () => {
  const { drain, sent } = drainOf({ [epoch]: 9 })
  drain.pump()
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  // The first batch was lost on its way: the hub has nothing, and nacks the two others.
  drain.nacked({ epoch, watermark: 0 })
  drain.nacked({ epoch, watermark: 0 })
  await vi.waitFor(() => expect(sent).toHaveLength(6))
  expect(batches(sent).slice(3)).toEqual([
    ['a', 0, 3],
    ['a', 3, 6],
    ['a', 6, 9],
  ])
  await drain.acked({ epoch, watermark: 9 })
  expect(drain.isDrained(9)).toBe(true)
})

it('a drain knows whether a new row goes with the next batch or has to wait', async () => {
  const { drain, sent, logs } = drainOf({ [epoch]: 3 })
  drain.pump()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(drain.committed(committed(epoch, [5]))).toBe(false)
  expect(drain.committed(committed(later, [4]))).toBe(false)
  expect(drain.committed(committed(epoch, [4]))).toBe(true)
  logs[epoch] = 4
  drain.pump()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(drain.isDrained(4)).toBe(false)
})

it('a drain reports an outbox that cannot be read', async () => {
  const { drain, fail } = drainOf({ [epoch]: 3 }, () => Promise.reject(new Error('disk')))
  drain.pump()
  await vi.waitFor(() => expect(fail).toHaveBeenCalledOnce())
})

it('a drain neither sends nor reports anything after it was stopped', async () => {
  const read = vi.fn<() => Promise<OutboxRow[]>>(() => Promise.reject(new Error('disk')))
  const { drain, sent, fail } = drainOf({ [epoch]: 3 }, read)
  drain.pump()
  drain.stop()
  await Promise.allSettled(read.mock.results.map((r) => r.value as Promise<OutboxRow[]>))
  drain.pump()
  expect(read).toHaveBeenCalledOnce()
  expect(fail).not.toHaveBeenCalled()
  expect(sent).toEqual([])
})

it('a drain stays below the hub’s limit of frames, however fast the hub acks', async () => {
  let now = 0
  const pace = { monotonic: () => now, spacingMs: 12 }
  const { drain, sent } = drainOf({ [epoch]: 300 }, undefined, pace)
  drain.pump()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await drain.acked({ epoch, watermark: 3 })
  await Promise.resolve()
  expect(sent).toHaveLength(1)
  now = 12
  drain.pump()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  drain.stop()
})

it('a drain waits for the next answer from the last one on, however many batches are before it', async () => {
  let now = 0
  const pace = { monotonic: () => now, spacingMs: 0 }
  const { drain, sent } = drainOf({ [epoch]: 9 }, undefined, pace)
  drain.pump()
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  now = 25_000
  expect(drain.waitingMs()).toBe(25_000)
  await drain.acked({ epoch, watermark: 3 })
  now = 35_000
  expect(drain.waitingMs()).toBe(10_000)
  await drain.acked({ epoch, watermark: 9 })
  expect(drain.waitingMs()).toBe(0)
})

describe('a drain that has sent all there is', () => {
  /** Caught up at seq 3, and what it asked the disk for since. */
  async function caughtUp(logs: Record<string, number> = { [epoch]: 3 }) {
    const reads: number[] = []
    const bench = drainOf(logs, undefined, undefined, {
      lastSeq: 3,
      onRead: (after) => reads.push(after),
    })
    bench.drain.pump()
    await vi.waitFor(() => expect(bench.drain.isCaughtUp).toBe(true))
    reads.length = 0
    return { ...bench, reads }
  }

  it('sends what is committed next from memory, at once', async () => {
    const { drain, sent, reads } = await caughtUp()
    expect(drain.committed(committed(epoch, [4, 5], true))).toBe(true)
    expect(drain.isCaughtUp).toBe(true)
    drain.pump()
    expect(batches(sent).at(-1)).toEqual(['a', 3, 5])
    await drain.acked({ epoch, watermark: 5 })
    expect(drain.isDrained(5)).toBe(true)
    expect(reads).toEqual([])
  })

  it('reads from the disk what the log has not put in flight', async () => {
    const { drain, sent, reads, logs } = await caughtUp()
    logs[epoch] = 4
    expect(drain.committed(committed(epoch, [4]))).toBe(true)
    expect(drain.isCaughtUp).toBe(false)
    drain.pump()
    await vi.waitFor(() => expect(batches(sent).at(-1)).toEqual(['a', 3, 4]))
    expect(reads).toEqual([3])
  })

  it('reads from the disk again after a nack, and does not send twice what it had in memory', async () => {
    const { drain, sent, logs } = await caughtUp()
    logs[epoch] = 5
    drain.committed(committed(epoch, [4, 5], true))
    drain.nacked({ epoch, watermark: 0 })
    await vi.waitFor(() => expect(batches(sent).at(-1)).toEqual(['a', 3, 5]))
    expect(batches(sent)).toEqual([
      ['a', 0, 3],
      ['a', 0, 3],
      ['a', 3, 5],
    ])
  })

  it('reads from the disk what a batch has no room for in memory', async () => {
    const { drain, sent, reads, logs } = await caughtUp()
    logs[epoch] = 603
    const seqs = Array.from({ length: 600 }, (_, i) => i + 4)
    drain.committed(committed(epoch, seqs, true))
    drain.pump()
    const [, prev, last = 0] = batches(sent).at(-1) ?? []
    expect(prev).toBe(3)
    expect(Number(last) - 3).toBeGreaterThan(300)
    expect(Number(last) - 3).toBeLessThanOrEqual(MAX_BATCH_ENTRIES)
    await vi.waitFor(() => expect(batches(sent).at(-1)?.[1]).toBeGreaterThan(Number(last)))
    expect(reads[0]).toBe(last)
  })

  it('takes nothing more from memory while as many batches as may be are unanswered', async () => {
    const { drain, sent } = await caughtUp()
    for (let seq = 4; drain.isCaughtUp; seq++) {
      drain.committed(committed(epoch, [seq], true))
      drain.pump()
      await vi.waitFor(() => expect(batches(sent).at(-1)?.[2]).toBe(seq))
    }
    expect(sent).toHaveLength(MAX_BATCHES_IN_FLIGHT)
  })
})

const seqsOf = (rows: readonly OutboxRow[]) => rows.map(({ seq }) => seq)

it('fresh rows are given away once, in order, however they came', () => {
  const fresh = new FreshRows(64_000)
  fresh.add([row(1), row(2)])
  fresh.add([row(3)])
  expect(fresh.lastSeq).toBe(3)
  expect(seqsOf(fresh.take())).toEqual([1, 2, 3])
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
  expect(seqsOf(fresh.take())).toEqual([1, 2])
})
