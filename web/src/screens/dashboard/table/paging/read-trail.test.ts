import type { ReadLog } from '@vehicle-control/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRepeats, REPEAT_MS } from '../../../../reads/repeats.ts'
import { logOfScan, makeRead } from '../../../../testing/reads.ts'
import {
  beginTrail,
  CONTEXT_READS,
  lengthenTrail,
  needsOlder,
  PAGE_ROWS,
  pageOf,
  type ReadTrail,
} from './read-trail.ts'

const START = Date.parse('2026-03-10T15:00:00.000Z')

function readAt(uid: string, ms: number, name: number): ReadLog {
  const scan = makeRead(`e-${name}`, START + ms, { uid, ts: new Date(START + ms).toISOString() })
  return logOfScan(scan)
}

const answer = (logs: readonly ReadLog[]) => ({
  logs: [...logs],
  total: logs.length,
  capped: false,
  truncated: false,
})

/** Begins with so many of these reads. */
function begin(reads: readonly ReadLog[], limit: number): ReadTrail {
  return beginTrail({ ...answer(reads.slice(0, limit)), span: { from: 0, to: null } }, limit)
}

/** The trail with the chunk that follows. */
function longer(trail: ReadTrail, reads: readonly ReadLog[], limit: number): ReadTrail {
  const have = trail.reads.length
  return lengthenTrail(trail, answer(reads.slice(have, have + limit)), limit)
}

/** Reads that come newest first: a tag, and the time since the read before. */
const someReads = fc
  .array(fc.tuple(fc.constantFrom('A', 'B', 'C', 'D'), fc.nat(50_000)), { maxLength: 250 })
  .map((made) => {
    let ms = 0
    return made.map(([uid, apart], i) => readAt(uid, (ms -= apart), i))
  })
const someLimits = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 })

describe('the pages of a trail', () => {
  it('are the reads without their repeats, wherever the answers are cut', () => {
    fc.assert(
      fc.property(someReads, someLimits, (reads, limits) => {
        const repeats = findRepeats(reads)
        const expected = reads.filter((_, i) => !repeats[i]).map(({ id }) => id)
        let calls = 0
        const limit = () => limits[calls++ % limits.length] ?? 1
        let trail = begin(reads, limit())
        const seen: string[] = []
        for (let page = 0; ; page++) {
          while (needsOlder(trail, page)) trail = longer(trail, reads, limit())
          const { rows, hidden, hasNext, isLast } = pageOf(trail, page)
          seen.push(...rows.map(({ id }) => id))
          expect(hasNext).toBe(!isLast)
          if (isLast) {
            expect(hidden).toBe(reads.length - expected.length)
            break
          }
          expect(rows).toHaveLength(PAGE_ROWS)
        }
        expect(seen).toEqual(expected)
      }),
    )
  })

  it('keep each verdict when older reads come', () => {
    fc.assert(
      fc.property(someReads, someLimits, (reads, limits) => {
        let trail = begin(reads, limits[0] ?? 1)
        for (let i = 1; !trail.isWhole; i++) {
          const next = longer(trail, reads, limits[i % limits.length] ?? 1)
          for (const [place, verdict] of trail.verdicts.entries()) {
            if (verdict !== null) expect(next.verdicts[place]).toBe(verdict)
          }
          trail = next
        }
      }),
    )
  })

  it('do not wait for ever for a tag that never leaves a gate, and lose none of its reads', () => {
    const apart = REPEAT_MS / 2
    const count = 2 * CONTEXT_READS + 300
    const reads = Array.from({ length: count }, (_, i) => readAt('A', -i * apart, i))
    let trail = begin(reads, 200)
    expect(pageOf(trail, 0)).toMatchObject({ rows: [], isSettled: false })
    while (needsOlder(trail, 0)) trail = longer(trail, reads, 500)
    expect(trail.reads.length).toBeLessThan(CONTEXT_READS + 700)
    const first = pageOf(trail, 0).rows
    while (!trail.isWhole) trail = longer(trail, reads, 500)
    expect(pageOf(trail, 0).rows).toEqual(first)
    const times = reads.flatMap((read, i) => (trail.verdicts[i] ? [] : [Date.parse(read.read_at)]))
    for (const [i, at] of times.entries()) {
      expect(at - (times[i + 1] ?? at - REPEAT_MS)).toBeGreaterThanOrEqual(apart)
      expect(at - (times[i + 1] ?? at)).toBeLessThanOrEqual(3 * apart)
    }
  })
})
