import type { GapData } from '@vehicle-control/protocol'
import type { Sqlite } from './file/outbox-file.ts'

/** The seq of the first entry that a row stands for: its own, or where a gap begins. */
export function rowStart(row: { seq: number; kind: string; data: string }): number {
  return row.kind === 'gap' ? (gapOf(row.data).from ?? row.seq) : row.seq
}

/** A gap row's data; a gap of one entry where the card has damaged it. */
export function gapOf(data: string): GapData {
  try {
    const gap = JSON.parse(data) as GapData
    if (typeof gap.counts === 'object' && (gap.from === null || Number.isSafeInteger(gap.from))) {
      return gap
    }
  } catch {
    // The card has damaged the JSON.
  }
  return { from: null, to: null, counts: { unknown: 1 }, reason: 'missing' }
}

/** Counts rows by kind; a gap among them counts as the entries that it stands for. */
export function countKinds(rows: readonly { kind: string; data: string }[]): GapData['counts'] {
  const counts: GapData['counts'] = {}
  for (const { kind, data } of rows) {
    const add = kind === 'gap' ? gapOf(data).counts : { [kind]: 1 }
    for (const [k, n] of Object.entries(add)) counts[k] = (counts[k] ?? 0) + n
  }
  return counts
}

/** Writes a gap under the seq of the last entry that it stands for. */
export function insertGap(
  db: Sqlite,
  gap: GapData & { to: number },
  stamp: { at: number; mono: number; boot: string; clock: string },
): void {
  db.prepare(
    `insert into entries (seq, kind, at, mono, boot, clock, data) values (?, 'gap', ?, ?, ?, ?, ?)`,
  ).run(gap.to, stamp.at, stamp.mono, stamp.boot, stamp.clock, JSON.stringify(gap))
}
