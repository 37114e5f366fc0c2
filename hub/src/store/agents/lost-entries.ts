import { addKinds, type GapData, type KindCounts, sumOfKinds } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type CellsOf, insertEntries, isOneOf, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import { insertWithinHour, lockOf } from '../hourly-rows.ts'
import { ENTRY, type StoredEntry } from '../reads/entries.ts'
import { inTransaction } from '../transaction.ts'

export interface StoredGap extends StoredEntry {
  gap: GapData
  at: number
}

export interface StoredDeadLetter extends StoredEntry {
  kind: string
  payload: string
  error: string
}

const GAP: CellsOf<'gaps', StoredGap> = {
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
 * Stores gaps. Of an agent that has many in one hour those of a reason go into one row, with the exact
 * sums: it spans them while they are of one epoch, and no seqs where they are of several.
 */
export async function insertGaps(db: Db, gaps: readonly StoredGap[]): Promise<void> {
  const insert = (own: readonly StoredGap[]) => insertEntries(db, 'gaps', GAP, own)
  const kindOf = ({ gap }: StoredGap) => gap.reason
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

function grownBy(row: GapSums, added: readonly StoredGap[]) {
  let { from_seq: from, to_seq: to } = row
  for (const { epochId, gap } of added) {
    const isPlaced = epochId === row.epoch_id && from !== null && gap.from !== null
    from = isPlaced ? Math.min(from ?? 0, gap.from ?? 0) : null
    to = isPlaced ? Math.max(to ?? 0, gap.to ?? 0) : null
  }
  const kinds = [kindsOf(row), ...added.map(({ gap }) => Object.entries(gap.counts))]
  const counts = addKinds(kinds.flat())
  return [row.id, from, to, JSON.stringify(counts), row.gaps + added.length, sumOfKinds(counts)]
}

const kindsOf = ({ counts }: { counts: string }) => Object.entries(JSON.parse(counts) as KindCounts)

/** Gaps that one transaction sums up: each of them may name thousands of kinds. */
const SUMMED_AT_ONCE = 100

/**
 * Sums up gaps that a hub of before has stored, and folds their kinds, a part in one transaction.
 * Returns whether there may be more.
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

const DEAD_LETTER: CellsOf<'dead_letters', StoredDeadLetter> = {
  ...ENTRY,
  kind: (d) => d.kind,
  payload: (d) => d.payload,
  error: (d) => d.error,
  count: () => 1,
  last_epoch_id: () => null,
  last_seq: () => null,
}

/**
 * Stores entries that cannot be read. Of an agent that has many in one hour those of a kind are counted
 * in one row, which keeps the first of them: the sum of all counts is that of the entries.
 */
export async function insertDeadLetters(
  db: Db,
  letters: readonly StoredDeadLetter[],
): Promise<void> {
  const insert = (own: readonly StoredDeadLetter[]) =>
    insertEntries(db, 'dead_letters', DEAD_LETTER, own)
  const kindOf = ({ kind }: StoredDeadLetter) => kind
  const table = 'dead_letters'
  const added = await insertWithinHour(db, { table, entries: letters, kindOf, insert })
  if (added.length === 0) return
  const columns = ['id', 'n', 'epoch_id', 'seq']
  const grown = added.map(({ rowId, entries }) => {
    const last = entries.at(-1)
    return [rowId, entries.length, last?.epochId ?? null, last?.seq ?? null]
  })
  await sql`update dead_letters set count = dead_letters.count + d.n,
      last_epoch_id = d.epoch_id, last_seq = d.seq
    from (${rowsOf(db, columns, grown)}) as d where dead_letters.id = d.id`.execute(db)
}
