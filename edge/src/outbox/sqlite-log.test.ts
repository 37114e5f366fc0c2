import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LogRow, PendingEntry } from '../entry.ts'
import { gapOf } from './gap.ts'
import { openLogFile } from './file/log-file.ts'
import { SqliteLog } from './sqlite-log.ts'

const unlimited = { rows: 500, bytes: 1 << 20 }
let folder = ''
let mono = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function openLog(options: { agentCode?: string; maxBytes?: number; boot?: string } = {}) {
  const { db } = openLogFile(join(folder, 'outbox.db'))
  return new SqliteLog(db, {
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
const seqs = (rows: readonly LogRow[]) => rows.map((r) => r.seq)

/** Everything from a seq on, read as a connection would. */
function drain(log: SqliteLog, epoch: string, after: number): LogRow[] {
  const rows: LogRow[] = []
  for (;;) {
    const next = log.read(epoch, rows.at(-1)?.seq ?? after, { rows: 100, bytes: 50_000 })
    if (next.length === 0) return rows
    rows.push(...next)
  }
}

describe('epochs and seqs', () => {
  it('never give a seq again, however often the table was drained and reopened', () => {
    let log = openLog()
    expect(log.append([read('A'), read('B')]).firstSeq).toBe(1)
    log.ack(log.epoch, 2)
    log.maintain(1)
    log.maintain(73 * 3_600_000)
    log.prune()
    expect(log.ranges()).toMatchObject([{ firstSeq: 1, lastSeq: 2, lowestHeld: null }])
    log.close()
    log = openLog()
    expect(log.append([read('C')]).firstSeq).toBe(3)
    log.close()
  })

  it('begin a new epoch at every open and forget those that stayed empty', () => {
    const names = new Set<string>()
    for (let i = 0; i < 3; i++) {
      const log = openLog()
      names.add(log.epoch)
      expect(log.epoch).toMatch(/^[a-z2-7]{16}$/)
      expect(log.ranges()).toHaveLength(1)
      log.close()
    }
    expect(names.size).toBe(3)
  })

  it('keep an entry under the epoch that it was written in', () => {
    let log = openLog()
    const first = log.epoch
    log.append([read('A')])
    log.close()
    log = openLog()
    log.append([read('B')])
    log.ranges()
    expect(log.backlog().epochs).toEqual([
      { epoch: first, watermark: 0 },
      { epoch: log.epoch, watermark: 1 },
    ])
    expect(seqs(log.read(first, 0, unlimited))).toEqual([1])
    expect(seqs(log.read(log.epoch, 1, unlimited))).toEqual([2])
    log.close()
  })
})

describe('resume', () => {
  it('sends again what a restored hub asks for, acked before or not', () => {
    const log = openLog()
    log.append([read('A'), read('B'), read('C')])
    log.ack(log.epoch, 3)
    log.resume([{ epoch: log.epoch, watermark: 1 }])
    log.ranges()
    expect(log.backlog().epochs).toEqual([{ epoch: log.epoch, watermark: 1 }])
    expect(seqs(log.read(log.epoch, 1, unlimited))).toEqual([2, 3])
    log.close()
  })

  it('answers with a gap for entries that it no longer holds', () => {
    const log = openLog()
    log.append([read('A'), read('B')])
    log.ack(log.epoch, 2)
    log.maintain(1)
    log.maintain(73 * 3_600_000)
    log.prune()
    log.append([read('C')])
    log.resume([{ epoch: log.epoch, watermark: 0 }])
    const rows = log.read(log.epoch, 0, unlimited)
    expect(seqs(rows)).toEqual([2, 3])
    expect(gapOf(rows[0]?.data ?? '')).toEqual({
      from: 1,
      to: 2,
      counts: { unknown: 2 },
      reason: 'pruned',
    })
    log.close()
  })

  it('marks as acked what the hub has and this edge did not know of', () => {
    const log = openLog()
    log.append([read('A'), read('B')])
    log.resume([{ epoch: log.epoch, watermark: 2 }])
    expect(log.stats().unacked).toBe(0)
    log.close()
  })
})

describe('a damaged log', () => {
  it('has a gap for rows that are gone from the middle and from the end of an epoch', () => {
    let log = openLog()
    const epoch = log.epoch
    log.append(['A', 'B', 'C', 'D', 'E'].map((uid) => read(uid)))
    log.close()
    const { db } = openLogFile(join(folder, 'outbox.db'))
    db.exec('delete from entries where seq in (2, 3, 5)')
    db.close()
    log = openLog()
    const rows = drain(log, epoch, 0)
    expect(seqs(rows)).toEqual([1, 3, 4, 5])
    expect(rows.filter((r) => r.kind === 'gap').map((r) => gapOf(r.data))).toEqual([
      { from: 2, to: 3, counts: { unknown: 2 }, reason: 'missing' },
      { from: 5, to: 5, counts: { unknown: 1 }, reason: 'missing' },
    ])
    log.close()
  })

  it('goes on over a damaged gap and a damaged epoch name', () => {
    let log = openLog()
    const epoch = log.epoch
    log.append([{ ...read('A'), kind: 'gap', data: '{"from":1' }, read('B')])
    log.close()
    const { db } = openLogFile(join(folder, 'outbox.db'))
    db.prepare('update epochs set epoch = ?').run('NOT A NAME')
    db.close()
    log = openLog()
    const [first] = log.ranges()
    expect(first?.epoch).toMatch(/^[a-z2-7]{16}$/)
    expect(first?.epoch).not.toBe(epoch)
    expect(seqs(drain(log, first?.epoch ?? '', 0))).toEqual([1, 2])
    log.close()
  })

  it('sends a text that is no JSON any more as damaged', () => {
    const log = openLog()
    log.append([{ ...read('A'), data: '{"uid":"A' }, read('B')])
    const [damaged, good] = log.read(log.epoch, 0, unlimited)
    expect(JSON.parse(damaged?.data ?? '')).toEqual({ damaged: '{"uid":"A' })
    expect(JSON.parse(good?.data ?? '')).toMatchObject({ uid: 'B' })
    log.close()
  })
})

describe('the cap', () => {
  const maxBytes = 1 << 20

  it('deletes acked entries first', () => {
    const log = openLog({ maxBytes })
    const padding = 'x'.repeat(1000)
    for (let i = 0; i < 30; i++) {
      const { epoch, firstSeq } = log.append(Array.from({ length: 50 }, () => read('A', padding)))
      log.ack(epoch, firstSeq + 49)
    }
    const rows = drain(log, log.epoch, log.ranges()[0]?.lowestHeld ?? 0)
    expect(rows.some((r) => r.kind === 'gap')).toBe(false)
    expect(log.stats().bytes).toBeLessThanOrEqual(maxBytes)
    log.close()
  })

  it('accounts for every entry, held or in a gap, exactly', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('append', 'send', 'cut', 'ack', 'reopen'), { maxLength: 60 }),
        (steps) => {
          rmSync(folder, { recursive: true })
          let log = openLog({ maxBytes })
          let appended = 0
          let sent = 0
          const padding = 'x'.repeat(4000)
          for (const step of steps) {
            if (step === 'append') {
              log.append(Array.from({ length: 60 }, () => read('A', padding)))
              appended += 60
            } else if (step === 'send') {
              sent =
                log.read(log.epoch, log.ranges().at(-1)?.firstSeq ?? 1, unlimited).at(-1)?.seq ?? 0
            } else if (step === 'cut') {
              // No ack comes over a connection that is gone.
              log.released()
              sent = 0
            } else if (step === 'ack') log.ack(log.epoch, sent)
            else {
              log.close()
              log = openLog({ maxBytes })
              sent = 0
            }
            expect(log.stats().bytes).toBeLessThanOrEqual(maxBytes)
          }
          let acked = 0
          let counted = 0
          for (const { epoch, firstSeq, lastSeq } of log.ranges()) {
            const { watermark } = log.backlog().epochs.find((b) => b.epoch === epoch) ?? {
              watermark: lastSeq,
            }
            let expected = watermark + 1
            acked += watermark - firstSeq + 1
            for (const row of drain(log, epoch, watermark)) {
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
          log.close()
        },
      ),
      { numRuns: runs(25) },
    )
  })

  it('takes a group as large as one commit may be, at the cap too', () => {
    const log = openLog({ maxBytes })
    const padding = 'x'.repeat(31_000)
    for (let i = 0; i < 200; i++) log.append([read('A', padding), read('B', padding)])
    expect(log.stats().bytes).toBeLessThanOrEqual(maxBytes)
    log.close()
  })

  it('can be lowered, though never below what the file has', () => {
    const log = openLog()
    log.append([read('A', 'x'.repeat(100_000))])
    log.setCap(0)
    expect(log.stats().maxBytes).toBe(log.fileBytes)
    log.close()
  })

  it('never replaces what is in flight, nor grows a gap that was sent', () => {
    const log = openLog({ maxBytes })
    const padding = 'x'.repeat(4000)
    const fill = () => {
      for (let i = 0; i < 5; i++) log.append(Array.from({ length: 60 }, () => read('A', padding)))
    }
    fill()
    const sent = drain(log, log.epoch, 0)
    expect(sent[0]?.kind).toBe('gap')
    log.released()
    fill()
    const again = drain(log, log.epoch, 0)
    expect(again[0]).toEqual(sent[0])
    expect(again[1]?.kind).toBe('gap')
    log.close()
  })
})

describe('upkeep of the log', () => {
  it('deletes what was acked 72 hours ago, step by step, and nothing that is asked for again', () => {
    const log = openLog()
    for (let i = 0; i < 12; i++) log.append(Array.from({ length: 500 }, () => read('A')))
    log.ack(log.epoch, 6000)
    log.maintain(1)
    log.maintain(71 * 3_600_000)
    expect(log.prune()).toBe(false)
    expect(log.ranges()[0]?.lowestHeld).toBe(1)
    log.maintain(2 * 3_600_000)
    // A restored hub has asked for the last 500 again.
    log.resume([{ epoch: log.epoch, watermark: 5500 }])
    expect(log.prune()).toBe(true)
    expect(log.prune()).toBe(false)
    expect(log.ranges()[0]?.lowestHeld).toBe(5501)
    log.close()
  })
})

describe('more epochs than one hello names', () => {
  it('are named and sent oldest first, the rest with the next hello', () => {
    for (let i = 0; i < 403; i++) {
      const log = openLog()
      log.append([read(`T${i}`)])
      log.close()
    }
    const log = openLog()
    let taken = 0
    const stored = new Map<string, number>()
    for (let hello = 0; hello < 3; hello++) {
      const ranges = log.ranges()
      expect(ranges.length).toBeLessThanOrEqual(400)
      log.resume(
        ranges.map(({ epoch, firstSeq }) => {
          return { epoch, watermark: stored.get(epoch) ?? firstSeq - 1 }
        }),
      )
      const backlog = log.backlog()
      for (const { epoch, watermark } of backlog.epochs) {
        for (const row of drain(log, epoch, watermark)) {
          taken++
          stored.set(epoch, row.seq)
          log.ack(epoch, row.seq)
        }
      }
      if (!backlog.more) break
    }
    expect(taken).toBe(403)
    expect(log.backlog().more).toBe(false)
    log.close()
  })
})

describe('an outbox of one agent', () => {
  it('refuses another agent while entries wait', () => {
    let log = openLog()
    log.append([read('A')])
    log.close()
    expect(() => openLog({ agentCode: 'gate-2' })).toThrow(ConfigError)
  })

  it('is emptied for another agent once everything was sent', () => {
    let log = openLog()
    log.append([read('A')])
    const first = log.epoch
    log.ack(first, 1)
    log.close()
    log = openLog({ agentCode: 'gate-2' })
    expect(log.ranges().map((r) => r.epoch)).not.toContain(first)
    expect(log.append([read('B')]).firstSeq).toBe(2)
    log.close()
  })

  it('is open in one process alone', () => {
    const log = openLog()
    expect(() => openLog()).toThrow(/open in another process/)
    log.close()
  })
})

it('recentReads gives the reads of this boot that are young enough, in any order', () => {
  const log = openLog()
  log.append([read('before'), { ...read('x'), kind: 'status' }])
  const since = mono + 1
  // A reader kept this one through a boot of the edge.
  const kept = { ...read('kept'), mono: -5000.5 }
  const repeat = { ...read('x'), kind: 'suppressed', mono: 0 }
  log.append([read('A'), { ...read('x'), kind: 'status' }, kept, repeat, read('B')])
  expect(log.recentReads(since).map((r) => JSON.parse(r.data).uid)).toEqual(['A', 'B'])
  expect(log.recentReads(-6000).map((r) => [r.mono < 0, JSON.parse(r.data).uid])).toEqual([
    [false, 'before'],
    [false, 'A'],
    [true, 'kept'],
    [false, 'B'],
  ])
  log.close()
  const rebooted = openLog({ boot: 'boot-2' })
  expect(rebooted.recentReads(0)).toEqual([])
  rebooted.close()
})
