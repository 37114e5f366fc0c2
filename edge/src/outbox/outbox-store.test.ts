import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutboxRow, PendingEntry } from '../entry.ts'
import { gapOf } from './gap.ts'
import { openOutboxFile } from './file/outbox-file.ts'
import { OutboxStore } from './outbox-store.ts'

const unlimited = { rows: 500, bytes: 1 << 20 }
let folder = ''
let mono = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function openStore(options: { agentCode?: string; maxBytes?: number; boot?: string } = {}) {
  const { db } = openOutboxFile(join(folder, 'outbox.db'))
  return new OutboxStore(db, {
    agentCode: 'gate-1',
    boot: 'boot-1',
    maxBytes: 64 << 20,
    monotonic: () => ++mono,
    now: () => 1_760_000_000_000 + mono,
    ...options,
  })
}

const read = (uid: string, padding = ''): PendingEntry => ({
  kind: 'read',
  at: 1_760_000_000_000,
  mono: ++mono,
  clock: 'synced',
  data: JSON.stringify({ uid, reader: `gate${padding}` }),
})
const seqs = (rows: readonly OutboxRow[]) => rows.map((r) => r.seq)

/** Everything from a seq on, read as a connection would. */
function drain(store: OutboxStore, epoch: string, after: number): OutboxRow[] {
  const rows: OutboxRow[] = []
  for (;;) {
    const next = store.read(epoch, rows.at(-1)?.seq ?? after, { rows: 100, bytes: 50_000 })
    if (next.length === 0) return rows
    rows.push(...next)
  }
}

describe('epochs and seqs', () => {
  it('never give a seq again, however often the table was drained and reopened', () => {
    let store = openStore()
    expect(store.append([read('A'), read('B')]).firstSeq).toBe(1)
    store.ack(store.epoch, 2)
    store.maintain(1)
    store.maintain(73 * 3_600_000)
    store.prune()
    expect(store.ranges()).toMatchObject([{ firstSeq: 1, lastSeq: 2, lowestHeld: null }])
    store.close()
    store = openStore()
    expect(store.append([read('C')]).firstSeq).toBe(3)
    store.close()
  })

  it('begin a new epoch at every open and forget those that stayed empty', () => {
    const names = new Set<string>()
    for (let i = 0; i < 3; i++) {
      const store = openStore()
      names.add(store.epoch)
      expect(store.epoch).toMatch(/^[a-z2-7]{16}$/)
      expect(store.ranges()).toHaveLength(1)
      store.close()
    }
    expect(names.size).toBe(3)
  })

  it('keep an entry under the epoch that it was written in', () => {
    let store = openStore()
    const first = store.epoch
    store.append([read('A')])
    store.close()
    store = openStore()
    store.append([read('B')])
    store.ranges()
    expect(store.backlog().epochs).toEqual([
      { epoch: first, watermark: 0 },
      { epoch: store.epoch, watermark: 1 },
    ])
    expect(seqs(store.read(first, 0, unlimited))).toEqual([1])
    expect(seqs(store.read(store.epoch, 1, unlimited))).toEqual([2])
    store.close()
  })
})

describe('resume', () => {
  it('sends again what a restored hub asks for, acked before or not', () => {
    const store = openStore()
    store.append([read('A'), read('B'), read('C')])
    store.ack(store.epoch, 3)
    store.resume([{ epoch: store.epoch, watermark: 1 }])
    store.ranges()
    expect(store.backlog().epochs).toEqual([{ epoch: store.epoch, watermark: 1 }])
    expect(seqs(store.read(store.epoch, 1, unlimited))).toEqual([2, 3])
    store.close()
  })

  it('answers with a gap for entries that it no longer holds', () => {
    const store = openStore()
    store.append([read('A'), read('B')])
    store.ack(store.epoch, 2)
    store.maintain(1)
    store.maintain(73 * 3_600_000)
    store.prune()
    store.append([read('C')])
    store.resume([{ epoch: store.epoch, watermark: 0 }])
    const rows = store.read(store.epoch, 0, unlimited)
    expect(seqs(rows)).toEqual([2, 3])
    expect(gapOf(rows[0]?.data ?? '')).toEqual({
      from: 1,
      to: 2,
      counts: { unknown: 2 },
      reason: 'pruned',
    })
    store.close()
  })

  it('marks as acked what the hub has and this edge did not know of', () => {
    const store = openStore()
    store.append([read('A'), read('B')])
    store.resume([{ epoch: store.epoch, watermark: 2 }])
    expect(store.stats().unacked).toBe(0)
    store.close()
  })
})

describe('a damaged outbox', () => {
  it('has a gap for rows that are gone from the middle and from the end of an epoch', () => {
    let store = openStore()
    const epoch = store.epoch
    store.append(['A', 'B', 'C', 'D', 'E'].map((uid) => read(uid)))
    store.close()
    const { db } = openOutboxFile(join(folder, 'outbox.db'))
    db.exec('delete from entries where seq in (2, 3, 5)')
    db.close()
    store = openStore()
    const rows = drain(store, epoch, 0)
    expect(seqs(rows)).toEqual([1, 3, 4, 5])
    expect(rows.filter((r) => r.kind === 'gap').map((r) => gapOf(r.data))).toEqual([
      { from: 2, to: 3, counts: { unknown: 2 }, reason: 'missing' },
      { from: 5, to: 5, counts: { unknown: 1 }, reason: 'missing' },
    ])
    store.close()
  })

  it('goes on over a damaged gap and a damaged epoch name', () => {
    let store = openStore()
    const epoch = store.epoch
    store.append([{ ...read('A'), kind: 'gap', data: '{"from":1' }, read('B')])
    store.close()
    const { db } = openOutboxFile(join(folder, 'outbox.db'))
    db.prepare('update epochs set epoch = ?').run('NOT A NAME')
    db.close()
    store = openStore()
    const [first] = store.ranges()
    expect(first?.epoch).toMatch(/^[a-z2-7]{16}$/)
    expect(first?.epoch).not.toBe(epoch)
    expect(seqs(drain(store, first?.epoch ?? '', 0))).toEqual([1, 2])
    store.close()
  })

  it('sends a text that is no JSON any more as damaged', () => {
    const store = openStore()
    store.append([{ ...read('A'), data: '{"uid":"A' }, read('B')])
    const [damaged, good] = store.read(store.epoch, 0, unlimited)
    expect(JSON.parse(damaged?.data ?? '')).toEqual({ damaged: '{"uid":"A' })
    expect(JSON.parse(good?.data ?? '')).toMatchObject({ uid: 'B' })
    store.close()
  })
})

describe('the cap', () => {
  const maxBytes = 1 << 20

  it('deletes acked entries first', () => {
    const store = openStore({ maxBytes })
    const padding = 'x'.repeat(1000)
    for (let i = 0; i < 30; i++) {
      const { epoch, firstSeq } = store.append(Array.from({ length: 50 }, () => read('A', padding)))
      store.ack(epoch, firstSeq + 49)
    }
    const rows = drain(store, store.epoch, store.ranges()[0]?.lowestHeld ?? 0)
    expect(rows.some((r) => r.kind === 'gap')).toBe(false)
    expect(store.stats().bytes).toBeLessThanOrEqual(maxBytes)
    store.close()
  })

  it('accounts for every entry, held or in a gap, exactly', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('append', 'send', 'cut', 'ack', 'reopen'), { maxLength: 60 }),
        (steps) => {
          rmSync(folder, { recursive: true })
          let store = openStore({ maxBytes })
          let appended = 0
          let sent = 0
          const padding = 'x'.repeat(4000)
          for (const step of steps) {
            if (step === 'append') {
              store.append(Array.from({ length: 60 }, () => read('A', padding)))
              appended += 60
            } else if (step === 'send') {
              sent =
                store.read(store.epoch, store.ranges().at(-1)?.firstSeq ?? 1, unlimited).at(-1)
                  ?.seq ?? 0
            } else if (step === 'cut') {
              // No ack comes over a connection that is gone.
              store.released()
              sent = 0
            } else if (step === 'ack') store.ack(store.epoch, sent)
            else {
              store.close()
              store = openStore({ maxBytes })
              sent = 0
            }
            expect(store.stats().bytes).toBeLessThanOrEqual(maxBytes)
          }
          let acked = 0
          let counted = 0
          for (const { epoch, firstSeq, lastSeq } of store.ranges()) {
            const { watermark } = store.backlog().epochs.find((b) => b.epoch === epoch) ?? {
              watermark: lastSeq,
            }
            let expected = watermark + 1
            acked += watermark - firstSeq + 1
            for (const row of drain(store, epoch, watermark)) {
              const gap = row.kind === 'gap' ? gapOf(row.data) : null
              const start = gap?.from ?? row.seq
              // Entries that were sent before a cut may be in a gap that began under the watermark.
              expect(start).toBeLessThanOrEqual(expected)
              expected = row.seq + 1
              counted += gap === null ? 1 : (gap.counts['read'] ?? 0)
            }
            expect(expected).toBe(lastSeq + 1)
          }
          expect(acked + counted).toBe(appended)
          store.close()
        },
      ),
      { numRuns: runs(25) },
    )
  })

  it('takes a group as large as one commit may be, at the cap too', () => {
    const store = openStore({ maxBytes })
    const padding = 'x'.repeat(31_000)
    for (let i = 0; i < 200; i++) store.append([read('A', padding), read('B', padding)])
    expect(store.stats().bytes).toBeLessThanOrEqual(maxBytes)
    store.close()
  })

  it('can be lowered, though never below what the file has', () => {
    const store = openStore()
    store.append([read('A', 'x'.repeat(100_000))])
    store.setCap(0)
    expect(store.stats().maxBytes).toBe(store.fileBytes)
    store.close()
  })

  it('never replaces what is in flight, nor grows a gap that was sent', () => {
    const store = openStore({ maxBytes })
    const padding = 'x'.repeat(4000)
    const fill = () => {
      for (let i = 0; i < 5; i++) store.append(Array.from({ length: 60 }, () => read('A', padding)))
    }
    fill()
    const sent = drain(store, store.epoch, 0)
    expect(sent[0]?.kind).toBe('gap')
    store.released()
    fill()
    const again = drain(store, store.epoch, 0)
    expect(again[0]).toEqual(sent[0])
    expect(again[1]?.kind).toBe('gap')
    store.close()
  })
})

describe('upkeep of the outbox', () => {
  it('deletes what was acked 72 hours ago, step by step, and nothing that is asked for again', () => {
    const store = openStore()
    for (let i = 0; i < 12; i++) store.append(Array.from({ length: 500 }, () => read('A')))
    store.ack(store.epoch, 6000)
    store.maintain(1)
    store.maintain(71 * 3_600_000)
    expect(store.prune()).toBe(false)
    expect(store.ranges()[0]?.lowestHeld).toBe(1)
    store.maintain(2 * 3_600_000)
    // A restored hub has asked for the last 500 again.
    store.resume([{ epoch: store.epoch, watermark: 5500 }])
    expect(store.prune()).toBe(true)
    expect(store.prune()).toBe(false)
    expect(store.ranges()[0]?.lowestHeld).toBe(5501)
    store.close()
  })
})

describe('more epochs than one hello names', () => {
  it('are named and sent oldest first, the rest with the next hello', () => {
    for (let i = 0; i < 403; i++) {
      const store = openStore()
      store.append([read(`T${i}`)])
      store.close()
    }
    const store = openStore()
    let taken = 0
    const stored = new Map<string, number>()
    for (let hello = 0; hello < 3; hello++) {
      const ranges = store.ranges()
      expect(ranges.length).toBeLessThanOrEqual(400)
      store.resume(
        ranges.map(({ epoch, firstSeq }) => {
          return { epoch, watermark: stored.get(epoch) ?? firstSeq - 1 }
        }),
      )
      const backlog = store.backlog()
      for (const { epoch, watermark } of backlog.epochs) {
        for (const row of drain(store, epoch, watermark)) {
          taken++
          stored.set(epoch, row.seq)
          store.ack(epoch, row.seq)
        }
      }
      if (!backlog.more) break
    }
    expect(taken).toBe(403)
    expect(store.backlog().more).toBe(false)
    store.close()
  })
})

describe('an outbox of one agent', () => {
  it('refuses another agent while entries wait', () => {
    let store = openStore()
    store.append([read('A')])
    store.close()
    expect(() => openStore({ agentCode: 'gate-2' })).toThrow(ConfigError)
  })

  it('is emptied for another agent once everything was sent', () => {
    let store = openStore()
    store.append([read('A')])
    const first = store.epoch
    store.ack(first, 1)
    store.close()
    store = openStore({ agentCode: 'gate-2' })
    expect(store.ranges().map((r) => r.epoch)).not.toContain(first)
    expect(store.append([read('B')]).firstSeq).toBe(2)
    store.close()
  })

  it('is open in one process alone', () => {
    const store = openStore()
    expect(() => openStore()).toThrow(/abierto en otro proceso/)
    store.close()
  })
})

it('recentReads gives the reads of this boot that are young enough, in any order', () => {
  const store = openStore()
  store.append([read('before'), { ...read('x'), kind: 'status' }])
  const since = mono + 1
  // A reader kept this one through a boot of the edge.
  const kept = { ...read('kept'), mono: -5000.5 }
  const repeat = { ...read('x'), kind: 'suppressed', mono: 0 }
  store.append([read('A'), { ...read('x'), kind: 'status' }, kept, repeat, read('B')])
  expect(store.recentReads(since).map((r) => JSON.parse(r.data).uid)).toEqual(['A', 'B'])
  expect(store.recentReads(-6000).map((r) => [r.mono < 0, JSON.parse(r.data).uid])).toEqual([
    [false, 'before'],
    [false, 'A'],
    [true, 'kept'],
    [false, 'B'],
  ])
  store.close()
  const rebooted = openStore({ boot: 'boot-2' })
  expect(rebooted.recentReads(0)).toEqual([])
  rebooted.close()
})
