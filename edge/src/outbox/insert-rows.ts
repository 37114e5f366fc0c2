import type { PendingEntry } from '../entry.ts'
import { storeResult } from './commands.ts'
import { isRefusal, type Sqlite } from './file/outbox-file.ts'

/** What a group of entries became. */
export interface Inserted {
  /** The seq of the last row. */
  last: number
  /** Entries that SQLite refused, by index, with the gaps that stand in their places. */
  replaced: (readonly [index: number, gap: PendingEntry])[]
}

/** Time and boot of a gap that the outbox writes itself. */
export interface Stamp {
  at: number
  mono: number
  boot: string
  clock: PendingEntry['clock']
}

/**
 * Inserts all entries in one transaction, or none. A row that SQLite refuses for what it holds
 * becomes a gap at its place: it must not keep the others out.
 */
export function insertRows(db: Sqlite, entries: readonly PendingEntry[], stamp: Stamp): Inserted {
  const insert = entryInserter(db, stamp.boot)
  const replaced: Inserted['replaced'] = []
  let last = 0
  try {
    db.transaction(() => {
      for (const entry of entries) last = insert(entry)
    })()
  } catch (error) {
    if (!isRefusal(error)) throw error
    db.transaction(() => {
      for (const [i, entry] of entries.entries()) {
        if (tryInsert(() => (last = db.transaction(insert)(entry)))) continue
        const gap = refusedGap(entry.kind, stamp)
        replaced.push([i, gap])
        last = insert(gap)
      }
    })()
  }
  return { last, replaced }
}

function entryInserter(db: Sqlite, boot: string): (entry: PendingEntry) => number {
  const insert = db.prepare(
    'insert into entries (kind, at, mono, boot, clock, data) values (?, ?, ?, ?, ?, ?)',
  )
  return ({ kind, at, mono, clock, data }) => {
    const row = insert.run(kind, at, mono, boot, clock, data)
    if (kind === 'command_result') storeResult(db, data)
    return Number(row.lastInsertRowid)
  }
}

function tryInsert(insert: () => void): boolean {
  try {
    insert()
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}

function refusedGap(kind: string, { at, mono, clock }: Stamp): PendingEntry {
  const counts = { [kind.slice(0, 32)]: 1 }
  const data = JSON.stringify({ from: null, to: null, counts, reason: 'refused' })
  return { kind: 'gap', at, mono, clock, data }
}
