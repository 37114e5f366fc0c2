import {
  addKinds,
  GapData,
  type KindCounts,
  MAX_BATCH_ENTRIES,
  MAX_BATCHES_IN_FLIGHT,
  sumOfKinds,
} from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type CellsOf, insertEntries, isOneOf, rowsOf } from '../store/bulk.ts'
import type { Db } from '../store/database.ts'
import { insertWithinHour, lockOf } from '../store/hourly-rows.ts'
import { byArrival } from '../store/retention.ts'
import { inTransaction } from '../store/transaction.ts'
import { ENTRY, type EntryRow, type EntrySource } from './entry.ts'
import type { KindOfEntry } from './entry-kind.ts'
import { entryTime } from './entry-time.ts'

/** A gap: entries that an edge lost, or that the hub finds missing. */
export interface GapRow extends EntryRow {
  gap: GapData
  at: number
}

/** The most entries that an edge may have sent without an ack. */
const MAX_IN_FLIGHT = MAX_BATCHES_IN_FLIGHT * MAX_BATCH_ENTRIES

export const gap: KindOfEntry<'gap', GapRow> = {
  kind: 'gap',
  metric: 'gaps',
  counter: {
    name: 'vc_ingest_lost_total',
    help: 'Entries that agents reported as lost, by reason',
    label: 'reason',
    labels: GapData.shape.reason.options,
    of: (row) => [row.gap.reason, sumOfKinds(row.gap.counts)],
  },

  /** A gap elsewhere would cover entries that may have arrived, and all of them would be searched. */
  refusal({ seq, data: { from, to } }) {
    const isValid = from === null || to === null ? from === to : from <= to && to === seq
    return isValid ? null : 'a gap ends at its own seq, and begins before it'
  },
  firstSeq: ({ seq, data }) => data.from ?? seq,

  row(entry, { epochId, agentId, receivedAt }) {
    const { at } = entryTime(entry, receivedAt)
    // A copy, since each run of the transaction changes the counts.
    const data = { ...entry.data, counts: { ...entry.data.counts } }
    return { epochId, seq: entry.seq, agentId, receivedAt, gap: data, at }
  },
  beginAfter({ gap: data, seq }, before) {
    if (data.from !== null && data.to === seq) data.from = Math.max(data.from, before + 1)
  },

  async insert(db, rows, watermarks) {
    await clipGaps(db, rows, watermarks)
    await insertGaps(db, rows)
  },

  retention: (db, { now, before }) => [byArrival(db, 'gaps', { now, before })],
}

/** The gap of seqs that the edge skipped without reporting a gap itself. */
export function missingEntries(source: EntrySource, from: number, to: number): GapRow {
  const counts = { unknown: to - from + 1 }
  return { ...source, seq: to, gap: { from, to, counts, reason: 'missing' }, at: source.receivedAt }
}

/**
 * Takes entries out of gaps that did arrive before the edge gave them up (their ack was lost).
 * `watermarks` are those of the epochs before the group of batches.
 */
async function clipGaps(
  db: Db,
  gaps: readonly GapRow[],
  watermarks: ReadonlyMap<number, number>,
): Promise<void> {
  const reaching: { gap: GapData; range: SeqRange }[] = []
  for (const { gap: data, epochId } of gaps) {
    const watermark = watermarks.get(epochId) ?? 0
    if (data.from === null || data.to === null || data.from > watermark) continue
    // An edge has no more than this in flight, so that earlier entries cannot be in the gap.
    const from = Math.max(data.from, watermark - MAX_IN_FLIGHT)
    reaching.push({ gap: data, range: { epochId, from, to: watermark } })
  }
  const stored = await countStored(
    db,
    reaching.map(({ range }) => range),
  )
  for (const [i, { gap: data, range }] of reaching.entries()) {
    for (const kind of ['read', 'suppressed'] as const) {
      if (data.counts[kind] !== undefined) {
        data.counts[kind] = Math.max(0, data.counts[kind] - (stored[i]?.[kind] ?? 0))
      }
    }
    data.from = range.to + 1
  }
  for (const row of gaps) clipUnknown(row.gap)
}

/**
 * Entries of unknown kind have a seq each: at most as many are lost as the clipped gap has seqs.
 */
function clipUnknown({ from, to, counts }: GapData): void {
  if (from === null || to === null || counts['unknown'] === undefined) return
  counts['unknown'] = Math.min(counts['unknown'], to - from + 1)
}

/** A range of an epoch's entries, both ends included. */
interface SeqRange {
  epochId: number
  from: number
  to: number
}

/** Counts the stored reads and suppressions in each of these ranges, in their order. */
async function countStored(
  db: Db,
  ranges: readonly SeqRange[],
): Promise<{ read: number; suppressed: number }[]> {
  if (ranges.length === 0) return []
  const cells = ranges.map(({ epochId, from, to }, place) => [place, epochId, from, to])
  const count = (table: 'reads' | 'suppressions') =>
    sql`(select count(*) from ${sql.table(table)} as t
      where t.epoch_id = r.epoch_id and t.seq >= r.first and t.seq <= r.last)`
  const { rows } = await sql<{ read: number; suppressed: number }>`
    select ${count('reads')} as read, ${count('suppressions')} as suppressed
    from (${rowsOf(db, ['place', 'epoch_id', 'first', 'last'], cells)}) as r
    order by r.place`.execute(db)
  return rows
}

const GAP: CellsOf<'gaps', GapRow> = {
  ...ENTRY,
  from_seq: (g) => g.gap.from,
  to_seq: (g) => g.gap.to,
  counts: (g) => JSON.stringify(g.gap.counts),
  reason: (g) => g.gap.reason,
  at: (g) => g.at,
  gaps: () => 1,
  lost: (g) => sumOfKinds(g.gap.counts),
}

/**
 * Stores gaps. Beyond an agent's limit for the hour, those of a reason are added to the last row of
 * that reason, with exact sums. Its seqs span all of them while they are of one epoch, else are
 * null.
 */
export async function insertGaps(db: Db, gaps: readonly GapRow[]): Promise<void> {
  const insert = (own: readonly GapRow[]) => insertEntries(db, 'gaps', GAP, own)
  const kindOf = ({ gap }: GapRow) => gap.reason
  const added = await insertWithinHour(db, { table: 'gaps', entries: gaps, kindOf, insert })
  if (added.length === 0) return
  const byRow = new Map(added.map(({ rowId, entries }) => [rowId, entries]))
  const { rows } = await sql<GapSums>`
    select id, epoch_id, from_seq, to_seq, counts, gaps from gaps
    where ${isOneOf(db, sql.ref('id'), [...byRow.keys()])} order by id ${lockOf(db)}`.execute(db)
  const grown = rows.map((row) => grownBy(row, byRow.get(row.id) ?? []))
  const columns = ['id', 'from_seq', 'to_seq', 'counts', 'gaps', 'lost']
  await sql`update gaps set from_seq = cast(g.from_seq as bigint),
      to_seq = cast(g.to_seq as bigint), counts = g.counts,
      gaps = g.gaps, lost = g.lost
    from (${rowsOf(db, columns, grown)}) as g where gaps.id = g.id`.execute(db)
}

interface GapSums {
  id: number
  epoch_id: number
  from_seq: number | null
  to_seq: number | null
  counts: string
  gaps: number
}

function grownBy(row: GapSums, added: readonly GapRow[]) {
  let { from_seq: from, to_seq: to } = row
  for (const { epochId, gap } of added) {
    const hasSeqs = epochId === row.epoch_id && from !== null && gap.from !== null
    from = hasSeqs ? Math.min(from ?? 0, gap.from ?? 0) : null
    to = hasSeqs ? Math.max(to ?? 0, gap.to ?? 0) : null
  }
  const kinds = [kindsOf(row), ...added.map(({ gap }) => Object.entries(gap.counts))]
  const counts = addKinds(kinds.flat())
  return [row.id, from, to, JSON.stringify(counts), row.gaps + added.length, sumOfKinds(counts)]
}

const kindsOf = ({ counts }: { counts: string }) => Object.entries(JSON.parse(counts) as KindCounts)

/** How many gaps one transaction sums up: each may name thousands of kinds. */
const SUMMED_AT_ONCE = 100

/**
 * Sums up gaps that an older version of the hub stored, and merges their kinds; some at each call,
 * in one transaction. Returns whether there may be more.
 */
export function sumGaps(db: Db): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: number; counts: string }>`
      select id, counts from gaps where lost is null order by id limit ${SUMMED_AT_ONCE}
      ${lockOf(trx)}`.execute(trx)
    if (rows.length === 0) return false
    const summed = rows.map((row) => {
      const counts = addKinds(kindsOf(row))
      return [row.id, JSON.stringify(counts), sumOfKinds(counts)]
    })
    await sql`update gaps set counts = g.counts, lost = g.lost
      from (${rowsOf(trx, ['id', 'counts', 'lost'], summed)}) as g where gaps.id = g.id`.execute(
      trx,
    )
    return rows.length === SUMMED_AT_ONCE
  })
}
