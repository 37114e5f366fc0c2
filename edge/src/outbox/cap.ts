import type { EpochState } from './epochs.ts'
import { countKinds, gapOf, insertGap, rowStart } from './gap.ts'
import type { Sqlite } from './file/outbox-file.ts'

/** Pages kept free under the cap: a gap can always be written. */
const RESERVED_PAGES = 64
/** Rows that one short transaction deletes or replaces. */
const CHUNK_ROWS = 500

/** How full the outbox is. */
export interface OutboxStats {
  bytes: number
  maxBytes: number
  /** Entries above the hub's watermarks, as far as this edge knows. */
  unacked: number
}

/** Pages of the file: those in use, and the most that it may have. */
export interface Pages {
  used: number
  max: number
}

export function pages(db: Sqlite): Pages {
  const count = db.pragma('page_count', { simple: true }) as number
  const free = db.pragma('freelist_count', { simple: true }) as number
  return { used: count - free, max: db.pragma('max_page_count', { simple: true }) as number }
}

const pageSize = (db: Sqlite) => db.pragma('page_size', { simple: true }) as number

/** The most bytes that the file may have; never less than it has. */
export function setCap(db: Sqlite, bytes: number): void {
  // At least 1, as 0 only asks for the present cap. Below the file's size it becomes that size.
  db.pragma(`max_page_count = ${Math.max(1, Math.floor(bytes / pageSize(db)))}`)
}

/** Bytes of the file, free pages included. */
export function fileBytes(db: Sqlite): number {
  return pageSize(db) * (db.pragma('page_count', { simple: true }) as number)
}

/** The outbox's state that `makeRoom` reads, and its `growable` gaps, which it keeps up to date. */
export interface RoomContext {
  epochs: readonly EpochState[]
  /** Highest seq handed to the present connection, by epoch. */
  inFlight: ReadonlyMap<string, number>
  /** Seqs of gaps that were never sent: only they may grow. */
  growable: Set<number>
  /** Called when entries that the hub lacks are dropped. */
  onDropped?: (() => void) | undefined
  stamp: () => { at: number; mono: number; boot: string; clock: string }
}

/**
 * Deletes until `RESERVED_PAGES` are free under the cap: acked entries first, then the oldest
 * unacked ones, which a gap replaces in the same transaction. Stops when nothing may be touched.
 */
export function makeRoom(db: Sqlite, context: RoomContext): void {
  for (;;) {
    const { used, max } = pages(db)
    if (used + RESERVED_PAGES <= max) return
    if (deleteAcked(db, context.epochs)) continue
    if (!replaceOldest(db, context)) return
    context.onDropped?.()
  }
}

function deleteAcked(db: Sqlite, epochs: readonly EpochState[]): boolean {
  const remove = db.prepare(
    `delete from entries where seq in
       (select seq from entries where seq between ? and ? order by seq limit ${CHUNK_ROWS})`,
  )
  return epochs.some((e) => remove.run(e.firstSeq, Math.min(e.acked, e.lastSeq)).changes > 0)
}

interface Row {
  seq: number
  kind: string
  data: string
}

function replaceOldest(db: Sqlite, context: RoomContext): boolean {
  const select = db.prepare(
    `select seq, kind, data from entries where seq between ? and ? order by seq limit ${CHUNK_ROWS * 2}`,
  )
  for (const epoch of context.epochs) {
    let from = Math.max(epoch.acked, context.inFlight.get(epoch.epoch) ?? 0) + 1
    from = Math.max(from, epoch.firstSeq)
    for (;;) {
      const rows = select.all(from, epoch.lastSeq) as Row[]
      const run = replaceableRun(rows, context.growable)
      const first = run[0]
      const last = run.at(-1)
      if (first !== undefined && last !== undefined && run.length > 1) {
        replaceRun(db, context, run, first, last)
        return true
      }
      const next = rows.at(-1)
      if (next === undefined || rows.length < CHUNK_ROWS * 2) break
      from = next.seq + 1
    }
  }
  return false
}

/** The first run of rows that one gap may replace: it holds no gap that was sent. */
function replaceableRun(rows: readonly Row[], growable: ReadonlySet<number>): Row[] {
  const run: Row[] = []
  for (const row of rows) {
    const closed = row.kind === 'gap' && (!growable.has(row.seq) || gapOf(row.data).from === null)
    if (!closed) run.push(row)
    else if (run.length > 1) break
    else run.length = 0
    if (run.length > CHUNK_ROWS) break
  }
  return run
}

function replaceRun(db: Sqlite, context: RoomContext, run: Row[], first: Row, last: Row): void {
  db.transaction(() => {
    db.prepare('delete from entries where seq between ? and ?').run(first.seq, last.seq)
    const gap = {
      from: rowStart(first),
      to: last.seq,
      counts: countKinds(run),
      reason: 'cap' as const,
    }
    insertGap(db, gap, context.stamp())
  })()
  for (const row of run) context.growable.delete(row.seq)
  context.growable.add(last.seq)
}
