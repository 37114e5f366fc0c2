import type { EpochRange } from '@vehicle-control/protocol'
import { MAX_HELLO_EPOCHS } from '@vehicle-control/protocol/limits'
import type { KnownEpoch } from './file/epochs-file.ts'
import { EPOCH_NAME, newEpoch, type Sqlite } from './file/outbox-file.ts'
import type { SalvagedEpoch } from './salvage/salvage.ts'

/** One opening of the file. Its entries are the seqs from `firstSeq` to `lastSeq`. */
export interface EpochState {
  readonly id: number
  readonly epoch: string
  readonly firstSeq: number
  /** firstSeq - 1 while it is empty; grows only in the current epoch. */
  lastSeq: number
  /** The hub's watermark, as far as this edge knows. */
  acked: number
}

/** Hours of running time for which hello names a drained epoch. */
const KEEP_DRAINED_HOURS = 90 * 24

/** Begins a new epoch above a seq; answers all epochs of the file, oldest first. */
export function beginEpoch(db: Sqlite, above = 0): EpochState[] {
  return db.transaction(() => {
    const last = Math.max(lastSeqEver(db), above)
    db.prepare("delete from sqlite_sequence where name = 'entries'").run()
    db.prepare("insert into sqlite_sequence (name, seq) values ('entries', ?)").run(last)
    db.prepare('update epochs set last_seq = ? where last_seq is null').run(last)
    db.prepare('delete from epochs where last_seq < first_seq').run()
    db.prepare('insert into epochs (epoch, first_seq, acked) values (?, ?, ?)').run(
      newEpoch(),
      last + 1,
      last,
    )
    const rows = db
      .prepare('select id, epoch, first_seq, last_seq, acked from epochs order by first_seq')
      .all() as { id: number; epoch: string; first_seq: number; last_seq: number; acked: number }[]
    const rename = db.prepare('update epochs set epoch = ?, first_seq = acked + 1 where id = ?')
    for (const row of rows) {
      if (EPOCH_NAME.test(row.epoch)) continue
      // The hub would refuse every hello with a name that the card has damaged.
      row.epoch = newEpoch()
      row.first_seq = row.acked + 1
      rename.run(row.epoch, row.id)
    }
    return rows.map((row) => ({
      id: row.id,
      epoch: row.epoch,
      firstSeq: row.first_seq,
      lastSeq: row.last_seq ?? row.first_seq - 1,
      acked: row.acked,
    }))
  })()
}

/**
 * The highest seq ever given: AUTOINCREMENT never gives it again, also after the table was emptied.
 */
function lastSeqEver(db: Sqlite): number {
  const row = db.prepare("select seq from sqlite_sequence where name = 'entries'").pluck().get()
  return typeof row === 'number' ? row : 0
}

/** The epochs as they are known outside the file; the last one may still grow. */
export function knownEpochs(epochs: readonly EpochState[]): KnownEpoch[] {
  return epochs.map(({ epoch, firstSeq, lastSeq, acked }, i) => {
    return { epoch, firstSeq, lastSeq: i === epochs.length - 1 ? null : lastSeq, acked }
  })
}

/** Stores the epochs of a salvaged file. */
export function storeEpochs(db: Sqlite, salvaged: readonly SalvagedEpoch[]): EpochState[] {
  const insert = db.prepare(
    'insert into epochs (epoch, first_seq, last_seq, acked) values (?, ?, ?, ?)',
  )
  return salvaged.map(({ epoch, firstSeq, lastSeq, acked }) => {
    const { lastInsertRowid } = insert.run(epoch, firstSeq, lastSeq, acked)
    return { id: Number(lastInsertRowid), epoch, firstSeq, lastSeq, acked }
  })
}

/** The epochs as hello lists them. */
export function epochRanges(db: Sqlite, epochs: readonly EpochState[]): EpochRange[] {
  const lowest = db.prepare('select min(seq) from entries where seq between ? and ?').pluck()
  return epochs.map(({ epoch, firstSeq, lastSeq }) => ({
    epoch,
    firstSeq,
    lastSeq,
    lowestHeld: lowest.get(firstSeq, lastSeq) as number | null,
  }))
}

/** Forgets drained epochs that are old and empty, or that are too many for one hello. */
export function forgetEpochs(db: Sqlite, epochs: EpochState[], uptimeHours: number): void {
  db.prepare(
    `update epochs set drained_uptime = ? where drained_uptime is null and acked >= last_seq`,
  ).run(uptimeHours)
  const held = db.prepare('select 1 from entries where seq between ? and ? limit 1').pluck()
  const since = db.prepare('select drained_uptime from epochs where id = ?').pluck()
  const forget = db.prepare('delete from epochs where id = ?')
  for (let i = 0; i < epochs.length - 1;) {
    const epoch = epochs[i] as EpochState
    const drainedAt = since.get(epoch.id) as number | null
    const old = drainedAt !== null && uptimeHours - drainedAt > KEEP_DRAINED_HOURS
    const drained = epoch.acked >= epoch.lastSeq
    const empty = held.get(epoch.firstSeq, epoch.lastSeq) === undefined
    if (drained && (epochs.length > MAX_HELLO_EPOCHS || (old && empty))) {
      forget.run(epoch.id)
      epochs.splice(i, 1)
    } else i++
  }
}
