import type { EpochRange, EpochWatermark } from '@vehicle-control/protocol'
import { MAX_HELLO_EPOCHS, WIRE_OVERHEAD_BYTES } from '@vehicle-control/protocol/limits'
import { makeRoom, pages } from './cap.ts'
import {
  type CommandKey,
  forgetCommands,
  type StoredCommand,
  storeCommand,
  storeResult,
  unfinishedResults,
} from './command-log.ts'
import type { LogRow, PendingEntry, RecentRead } from './entry.ts'
import { beginEpoch, type EpochState, epochRanges, forgetEpochs } from './epochs.ts'
import { insertGap, rowStart } from './gap.ts'
import type { Sqlite } from './log-file.ts'
import { claimFor, readMeta, writeMeta } from './meta.ts'

export interface SqliteLogOptions {
  agentCode: string
  boot: string
  /** Most bytes that the file may have. */
  maxBytes: number
  monotonic: () => number
  now: () => number
}

/** The place that a group of entries got in the log. */
export interface Appended {
  epoch: string
  firstSeq: number
}

/** What one connection is to send. */
export interface Backlog {
  epochs: EpochWatermark[]
  /** The last entry of the last of them. */
  lastSeq: number
  more: boolean
}

export interface LogStats {
  bytes: number
  maxBytes: number
  /** Entries that the hub has not committed, as far as this edge knows. */
  unacked: number
}

/** Acked entries stay this long, in hours of running time. */
const keepAckedHours = 72
/** A step of the deletion, between which others take their turn. */
const pruneRows = 5000

/** A row, and whether its data is still JSON. */
type CheckedRow = LogRow & { valid: number }

const selectColumns = 'seq, kind, at, mono, boot, clock, data'

/**
 * The log on one opening of its file, which is one epoch: entries under (epoch, seq), the hub's
 * watermarks, and the gaps that stand for what is lost. Runs in the worker. Every method is one
 * durable step; errors are SQLite's own, which `ReopeningLog` mends.
 */
export class SqliteLog {
  readonly #db: Sqlite
  readonly #options: SqliteLogOptions
  readonly #epochs: EpochState[]
  readonly #inFlight = new Map<string, number>()
  readonly #growable = new Set<number>()
  #uptimeHours: number
  #named: ReadonlySet<EpochState> | null = null

  constructor(db: Sqlite, options: SqliteLogOptions) {
    this.#db = db
    this.#options = options
    claimFor(db, options.agentCode)
    this.#uptimeHours = Number(readMeta(db, 'uptime_hours') ?? 0)
    this.#epochs = beginEpoch(db)
    forgetEpochs(db, this.#epochs, this.#uptimeHours)
    // After the first writes: a cap that is smaller than the file leaves them no page.
    this.setCap(options.maxBytes)
  }

  /** The epoch that appended entries go to. */
  get epoch(): string {
    return this.#current.epoch
  }

  get #current(): EpochState {
    return this.#epochs.at(-1) as EpochState
  }

  /** The seq that the next entry will get is above this one. */
  get lastSeq(): number {
    return this.#current.lastSeq
  }

  /** Commits all entries or none. */
  append(entries: readonly PendingEntry[]): Appended {
    makeRoom(this.#db, this.#room())
    const insert = this.#db.prepare(
      'insert into entries (kind, at, mono, boot, clock, data) values (?, ?, ?, ?, ?, ?)',
    )
    let last = 0
    this.#db.transaction(() => {
      for (const e of entries) {
        const row = insert.run(e.kind, e.at, e.mono, this.#options.boot, e.clock, e.data)
        last = Number(row.lastInsertRowid)
        if (e.kind === 'command_result') storeResult(this.#db, e.data)
      }
    })()
    this.#current.lastSeq = last
    return { epoch: this.#current.epoch, firstSeq: last - entries.length + 1 }
  }

  /** Makes a new command's id durable and answers null; of a known one it answers what is stored. */
  beginCommand(command: CommandKey): StoredCommand | null {
    makeRoom(this.#db, this.#room())
    return storeCommand(this.#db, command, this.#uptimeHours)
  }

  /** Reports commands that an earlier process left without a result as failed. */
  failUnfinished(): void {
    const { at, mono } = this.#stamp()
    const results = unfinishedResults(this.#db).map((result) => JSON.stringify(result))
    if (results.length === 0) return
    const head = { kind: 'command_result', at, mono, clock: 'unsynced' } as const
    this.append(results.map((data) => ({ ...head, data })))
  }

  /**
   * What hello says, of as many epochs as one hello takes: those with entries to send come first,
   * oldest first.
   */
  ranges(): EpochRange[] {
    const open = this.#epochs.filter((e) => this.#isOpen(e))
    const drained = this.#epochs.filter((e) => !this.#isOpen(e))
    const room = Math.max(0, MAX_HELLO_EPOCHS - open.length)
    const named = [...drained.slice(drained.length - room), ...open.slice(0, MAX_HELLO_EPOCHS)]
    this.#named = new Set(named)
    return epochRanges(this.#db, named)
  }

  #isOpen(epoch: EpochState): boolean {
    return epoch === this.#current || epoch.acked < epoch.lastSeq
  }

  /**
   * Takes over the hub's watermarks, lower ones too (a hub restored from a backup asks again), and
   * writes a gap where the hub asks for entries that are no longer held.
   */
  resume(watermarks: readonly EpochWatermark[]): void {
    this.#inFlight.clear()
    const asked = new Map(watermarks.map((w) => [w.epoch, w.watermark]))
    const lowest = this.#db.prepare(
      'select seq, kind, data from entries where seq between ? and ? order by seq limit 1',
    )
    for (const epoch of this.#epochs) {
      const watermark = asked.get(epoch.epoch)
      if (watermark === undefined) continue
      epoch.acked = Math.min(watermark, epoch.lastSeq)
      const row = lowest.get(epoch.firstSeq, epoch.lastSeq) as LogRow | undefined
      const heldFrom = row === undefined ? epoch.lastSeq + 1 : rowStart(row)
      if (watermark + 1 < heldFrom) this.#writeGap(watermark + 1, heldFrom - 1, 'pruned')
    }
  }

  /**
   * Of the epochs that the last hello named (all before the first), those with entries that the hub lacks, oldest first;
   * the current one comes last. `more`: others wait for the hello after this backlog is sent.
   */
  backlog(): Backlog {
    const open = this.#epochs.filter((e) => this.#isOpen(e))
    const named = open.filter((e) => this.#named?.has(e) ?? true)
    return {
      epochs: named.map((e) => ({ epoch: e.epoch, watermark: e.acked })),
      lastSeq: named.at(-1)?.lastSeq ?? 0,
      more: named.length < open.length,
    }
  }

  /**
   * The next entries of an epoch after a seq, and from now on in flight: they will not be replaced
   * while the connection lives, and gaps among them will not grow. Entries that are gone from the
   * file come as a gap.
   */
  read(epochName: string, after: number, limits: { rows: number; bytes: number }): LogRow[] {
    const epoch = this.#epochs.find((e) => e.epoch === epochName)
    if (epoch === undefined) return []
    const rows: LogRow[] = []
    let expected = after + 1
    let bytes = 0
    for (const row of this.#select(expected, epoch.lastSeq, limits.rows)) {
      if (rowStart(row) > expected) return this.#readAcross(epoch, after, row, limits, rows)
      bytes += Buffer.byteLength(row.data) + WIRE_OVERHEAD_BYTES
      if (rows.length > 0 && bytes > limits.bytes) break
      rows.push(row)
      expected = row.seq + 1
    }
    if (rows.length === 0 && epoch !== this.#current && after < epoch.lastSeq) {
      this.#writeGap(after + 1, epoch.lastSeq, 'missing')
      return this.read(epochName, after, limits)
    }
    this.#hand(epoch, rows)
    return rows
  }

  /** There is a hole before `next`: what comes before it is sent first, else a gap fills it. */
  #readAcross(
    epoch: EpochState,
    after: number,
    next: LogRow,
    limits: { rows: number; bytes: number },
    before: LogRow[],
  ): LogRow[] {
    const last = before.at(-1)
    if (last === undefined) {
      this.#writeGap(after + 1, rowStart(next) - 1, 'missing')
      return this.read(epoch.epoch, after, limits)
    }
    this.#hand(epoch, before)
    return before
  }

  #hand(epoch: EpochState, rows: readonly LogRow[]): void {
    const last = rows.at(-1)
    if (last === undefined) return
    this.#inFlight.set(epoch.epoch, Math.max(last.seq, this.#inFlight.get(epoch.epoch) ?? 0))
    for (const row of rows) if (row.kind === 'gap') this.#growable.delete(row.seq)
  }

  #select(from: number, to: number, limit: number): LogRow[] {
    const rows = this.#db
      .prepare(
        `select ${selectColumns}, json_valid(data) as valid from entries
         where seq between ? and ? order by seq limit ?`,
      )
      .all(from, to, limit) as CheckedRow[]
    for (const row of rows) {
      // A bit that flipped on the card must not make a frame that the hub cannot read at all.
      if (row.valid === 0) row.data = JSON.stringify({ damaged: row.data.slice(0, 1000) })
    }
    return rows
  }

  /** The connection is gone: nothing is in flight. */
  released(): void {
    this.#inFlight.clear()
  }

  /** The hub has committed everything of the epoch up to the watermark. */
  ack(epochName: string, watermark: number): void {
    const epoch = this.#epochs.find((e) => e.epoch === epochName)
    if (epoch !== undefined) epoch.acked = Math.max(epoch.acked, watermark)
  }

  /** Reads of this boot after a monotonic time, oldest first: what suppression is rebuilt from. */
  recentReads(sinceMono: number): RecentRead[] {
    const rows: RecentRead[] = []
    const newestFirst = this.#db
      .prepare(
        'select kind, mono, boot, data, json_valid(data) as valid from entries order by seq desc',
      )
      .iterate() as IterableIterator<CheckedRow>
    for (const row of newestFirst) {
      if (row.boot !== this.#options.boot) break
      // Only reads come in the order of their time: a repeat's entry is as old as the repeat.
      if (row.kind !== 'read') continue
      if (row.mono < sinceMono) break
      if (row.valid === 1) rows.push({ mono: row.mono, data: row.data })
    }
    return rows.reverse()
  }

  /**
   * Upkeep, `elapsedMs` of running time after the last: writes the watermarks down and forgets old
   * epochs. Ages are running time, which no clock can jump. `prune` deletes what is due.
   */
  maintain(elapsedMs: number): void {
    this.#uptimeHours += elapsedMs / 3_600_000
    const db = this.#db
    db.transaction(() => {
      this.#saveAcks()
      writeMeta(db, 'uptime_hours', String(this.#uptimeHours))
      db.prepare('insert into marks values (?, ?)').run(this.#uptimeHours, this.#ackedThrough())
      forgetEpochs(db, this.#epochs, this.#uptimeHours)
      forgetCommands(db, this.#uptimeHours)
    })()
  }

  /** Deletes a few thousand of the entries that were acked 72 hours ago; true while more are left. */
  prune(): boolean {
    const db = this.#db
    const deadline = this.#uptimeHours - keepAckedHours
    const due = db.prepare('select max(seq) from marks where uptime <= ?').pluck().get(deadline)
    if (typeof due !== 'number') return false
    // A hub that was restored may have asked for them again since.
    const upTo = Math.min(due, this.#ackedThrough())
    const { changes } = db
      .prepare(
        `delete from entries where seq in
           (select seq from entries where seq <= ? order by seq limit ${pruneRows})`,
      )
      .run(upTo)
    if (changes === pruneRows) return true
    db.prepare('delete from marks where uptime <= ?').run(deadline)
    return false
  }

  stats(): LogStats {
    const pageSize = this.#db.pragma('page_size', { simple: true }) as number
    const { used, max } = pages(this.#db)
    let unacked = 0
    for (const e of this.#epochs) unacked += Math.max(0, e.lastSeq - e.acked)
    return { bytes: used * pageSize, maxBytes: max * pageSize, unacked }
  }

  /** The most bytes that the file may have; never less than it has. */
  setCap(bytes: number): void {
    const pageSize = this.#db.pragma('page_size', { simple: true }) as number
    // SQLite takes 0 for a question; anything below the present size means the present size.
    this.#db.pragma(`max_page_count = ${Math.max(1, Math.floor(bytes / pageSize))}`)
  }

  /** The size of the file with what it has freed inside, in bytes. */
  get fileBytes(): number {
    const pageSize = this.#db.pragma('page_size', { simple: true }) as number
    return pageSize * (this.#db.pragma('page_count', { simple: true }) as number)
  }

  close(): void {
    if (!this.#db.open) return
    try {
      this.#db.transaction(() => this.#saveAcks())()
    } finally {
      this.#db.close()
    }
  }

  #saveAcks(): void {
    const save = this.#db.prepare('update epochs set acked = ? where id = ? and acked <> ?')
    for (const e of this.#epochs) save.run(e.acked, e.id, e.acked)
  }

  /** Every entry up to here is acked. */
  #ackedThrough(): number {
    for (const e of this.#epochs) if (e.acked < e.lastSeq) return e.acked
    return this.#current.lastSeq
  }

  #writeGap(from: number, to: number, reason: 'pruned' | 'missing'): void {
    insertGap(this.#db, { from, to, counts: { unknown: to - from + 1 }, reason }, this.#stamp())
  }

  #stamp() {
    const { now, monotonic, boot } = this.#options
    // The clock stage corrects it when it is sent, like any entry stamped before a sync.
    return { at: now(), mono: monotonic(), boot, clock: 'unsynced' }
  }

  #room() {
    return {
      epochs: this.#epochs,
      inFlight: this.#inFlight,
      growable: this.#growable,
      stamp: () => this.#stamp(),
    }
  }
}
