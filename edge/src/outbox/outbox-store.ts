import type { CommandResultData, EpochRange, EpochWatermark } from '@vehicle-control/protocol'
import { MAX_HELLO_EPOCHS, WIRE_OVERHEAD_BYTES } from '@vehicle-control/protocol/limits'
import type { OutboxRow, PendingEntry, RecentRead } from '../entry.ts'
import { fileBytes, type OutboxStats, makeRoom, pages, setCap } from './cap.ts'
import { checkedRows } from './checked-rows.ts'
import {
  adoptCommands,
  type CommandKey,
  forgetCommands,
  type StoredCommand,
  storeCommand,
  unfinishedResults,
} from './commands.ts'
import {
  beginEpoch,
  type EpochState,
  epochRanges,
  forgetEpochs,
  knownEpochs,
  storeEpochs,
} from './epochs.ts'
import type { KnownEpoch } from './file/epochs-file.ts'
import { insertGap, rowStart } from './gap.ts'
import { insertRows, type Stamp } from './insert-rows.ts'
import type { Sqlite } from './file/outbox-file.ts'
import { claimFor, readMeta, writeMeta } from './meta.ts'
import { recentReads } from './recent-reads.ts'
import { readState, type Salvage, type SalvageState, writeState } from './salvage/salvage.ts'

export interface OutboxStoreOptions {
  agentCode: string
  boot: string
  /** Most bytes that the file may have. */
  maxBytes: number
  monotonic: () => number
  now: () => number
  /** New entries get seqs above this one. */
  above?: number
  /** See `RoomContext`. */
  onDropped?: (() => void) | undefined
}

/** The names that a group of entries got in the outbox. */
export interface Appended {
  epoch: string
  firstSeq: number
  /** Entries that SQLite refused, by index, with the gaps that stand in their places. */
  replaced: readonly (readonly [index: number, gap: PendingEntry])[]
}

/** What one connection has to send. */
export interface Backlog {
  epochs: EpochWatermark[]
  /** The last seq of the last epoch. */
  lastSeq: number
  /** Further epochs wait for the next hello, after this backlog. */
  more: boolean
}

/** Hours of running time for which acked entries are kept. */
const KEEP_ACKED_HOURS = 72
/** Rows that one step of `prune` deletes; other calls run between two steps. */
const PRUNE_ROWS = 5000

/**
 * The outbox on one opening of its file, which is one epoch: entries under (epoch, seq), the hub's
 * watermarks, and the gaps that stand for what is lost. Runs in the worker. Every method is one
 * durable step; it throws SQLite's own errors, which `ReopeningStore` handles.
 */
export class OutboxStore {
  readonly #db: Sqlite
  readonly #options: OutboxStoreOptions
  readonly #epochs: EpochState[]
  readonly #inFlight = new Map<string, number>()
  readonly #growable = new Set<number>()
  #uptimeHours: number
  /** The epochs of the last hello; null before the first. */
  #named: ReadonlySet<EpochState> | null = null
  /** Epochs that are being salvaged: not sent yet, and the first to give way at the cap. */
  #salvaging: EpochState[] = []

  constructor(db: Sqlite, options: OutboxStoreOptions) {
    this.#db = db
    this.#options = options
    claimFor(db, options.agentCode)
    this.#uptimeHours = Number(readMeta(db, 'uptime_hours') ?? 0)
    this.#epochs = beginEpoch(db, options.above)
    forgetEpochs(db, this.#epochs, this.#uptimeHours)
    // Only now: a cap smaller than the file would have left the writes above no page.
    this.setCap(options.maxBytes)
  }

  /** The epoch that appended entries go to. */
  get epoch(): string {
    return this.#current.epoch
  }

  get #current(): EpochState {
    return this.#epochs.at(-1) as EpochState
  }

  /** The next entry's seq is above this one. */
  get lastSeq(): number {
    return this.#current.lastSeq
  }

  /**
   * Commits all entries or none; one that SQLite refuses is replaced by a gap. `isInFlight`: they
   * are sent from memory, and like entries that were read they stay while the connection lives.
   */
  append(entries: readonly PendingEntry[], isInFlight = false): Appended {
    makeRoom(this.#db, this.#room())
    const { last, replaced } = insertRows(this.#db, entries, this.#stamp())
    this.#current.lastSeq = last
    if (isInFlight) this.#inFlight.set(this.#current.epoch, last)
    return { epoch: this.#current.epoch, firstSeq: last - entries.length + 1, replaced }
  }

  /** Stores a new command and answers null, or answers what is stored of a known one. */
  beginCommand(command: CommandKey): StoredCommand | null {
    makeRoom(this.#db, this.#room())
    return storeCommand(this.#db, command, this.#uptimeHours)
  }

  /** Reports commands that an earlier process left without a result as failed. */
  failUnfinished(): void {
    this.#fail(unfinishedResults(this.#db))
  }

  #fail(results: readonly CommandResultData[]): void {
    if (results.length === 0) return
    const { at, mono } = this.#stamp()
    const head = { kind: 'command_result', at, mono, clock: 'unsynced' } as const
    this.append(results.map((result) => ({ ...head, data: JSON.stringify(result) })))
  }

  /**
   * The epochs of the next hello, as many as fit: those with entries to send take precedence, the
   * oldest of them first.
   */
  ranges(): EpochRange[] {
    const open = this.#epochs.filter((e) => this.#isOpen(e))
    const drained = this.#epochs.filter((e) => !this.#isOpen(e))
    const room = Math.max(0, MAX_HELLO_EPOCHS - open.length)
    const named = [...drained.slice(drained.length - room), ...open.slice(0, MAX_HELLO_EPOCHS)]
    this.#named = new Set(named)
    return epochRanges(this.#db, named)
  }

  /** True for the current epoch, and for one with entries that the hub lacks. */
  #isOpen(epoch: EpochState): boolean {
    return epoch === this.#current || epoch.acked < epoch.lastSeq
  }

  /**
   * Adopts the hub's watermarks, lower ones too (a hub restored from a backup asks again), and
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
      const row = lowest.get(epoch.firstSeq, epoch.lastSeq) as OutboxRow | undefined
      const heldFrom = row === undefined ? epoch.lastSeq + 1 : rowStart(row)
      if (watermark + 1 < heldFrom) this.#writeGap(watermark + 1, heldFrom - 1, 'pruned')
    }
  }

  /**
   * The epochs of the last hello (before the first: all) with entries that the hub lacks, oldest
   * first, the current one last.
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
   * The next entries of an epoch after a seq. They are in flight from now on: not replaced while the
   * connection lives, and gaps among them do not grow. Entries missing from the file come as a gap.
   */
  read(epochName: string, after: number, limits: { rows: number; bytes: number }): OutboxRow[] {
    const epoch = this.#epochs.find((e) => e.epoch === epochName)
    if (epoch === undefined) return []
    const rows: OutboxRow[] = []
    let expected = after + 1
    let bytes = 0
    let beyond: OutboxRow | null = null
    for (const row of checkedRows(this.#db, expected, epoch.lastSeq, limits.rows)) {
      beyond = rowStart(row) > expected ? row : null
      bytes += Buffer.byteLength(row.data) + WIRE_OVERHEAD_BYTES
      if (beyond !== null || (rows.length > 0 && bytes > limits.bytes)) break
      rows.push(row)
      expected = row.seq + 1
    }
    if (beyond !== null) return this.#readAcross(epoch, after, beyond, limits, rows)
    if (rows.length === 0 && epoch !== this.#current && after < epoch.lastSeq) {
      this.#writeGap(after + 1, epoch.lastSeq, 'missing')
      return this.read(epochName, after, limits)
    }
    this.#markInFlight(epoch, rows)
    return rows
  }

  /** Reads up to a hole before `next`, or fills the hole with a gap when it comes first. */
  #readAcross(
    epoch: EpochState,
    after: number,
    next: OutboxRow,
    limits: { rows: number; bytes: number },
    before: OutboxRow[],
  ): OutboxRow[] {
    const last = before.at(-1)
    if (last === undefined) {
      this.#writeGap(after + 1, rowStart(next) - 1, 'missing')
      return this.read(epoch.epoch, after, limits)
    }
    this.#markInFlight(epoch, before)
    return before
  }

  #markInFlight(epoch: EpochState, rows: readonly OutboxRow[]): void {
    const last = rows.at(-1)
    if (last === undefined) return
    this.#inFlight.set(epoch.epoch, Math.max(last.seq, this.#inFlight.get(epoch.epoch) ?? 0))
    for (const row of rows) if (row.kind === 'gap') this.#growable.delete(row.seq)
  }

  /** The epochs as they are known outside the file; the last one may still grow. */
  get knownEpochs(): KnownEpoch[] {
    return knownEpochs(this.#epochs)
  }

  /**
   * Copies the next entries of a file that was set aside; after the last ones come its epochs
   * and commands. `areOfEarlierProcess`: its commands without a result have failed.
   */
  salvage(salvage: Salvage, areOfEarlierProcess: boolean): SalvageState {
    const { record, epochs } = salvage
    const before = readState(this.#db, record)
    if (before.isDone) return before
    this.#salvaging = epochs.map((epoch) => ({ id: 0, ...epoch }))
    makeRoom(this.#db, this.#room())
    let salvaged: EpochState[] = []
    let unfinished: CommandResultData[] = []
    const state = this.#db.transaction(() => {
      const reached = salvage.copy(this.#db, before, this.#stamp())
      writeState(this.#db, record, reached)
      if (!reached.isDone) return reached
      this.#saveAcks()
      salvaged = storeEpochs(this.#db, epochs)
      const commands = [...salvage.scan.commands.values()]
      unfinished = adoptCommands(this.#db, commands, this.#uptimeHours)
      return reached
    })()
    if (!state.isDone) return state
    this.#salvaging = []
    this.#epochs.push(...salvaged)
    this.#epochs.sort((a, b) => a.firstSeq - b.firstSeq)
    if (areOfEarlierProcess) this.#fail(unfinished)
    if (salvage.isNameless && salvage.scan.rows > 0) this.#appendNameless(salvage.scan.rows)
    return state
  }

  /**
   * Appends a gap for entries whose epochs are lost: under new names the hub could get them twice.
   */
  #appendNameless(rows: number): void {
    const gap = { from: null, to: null, counts: { unknown: rows }, reason: 'damaged' }
    this.append([{ ...this.#stamp(), kind: 'gap', data: JSON.stringify(gap) }])
  }

  /** Called when the connection is gone: nothing is in flight. */
  released(): void {
    this.#inFlight.clear()
  }

  /** Notes that the hub has committed the epoch up to the watermark. */
  ack(epochName: string, watermark: number): void {
    const epoch = this.#epochs.find((e) => e.epoch === epochName)
    if (epoch !== undefined) epoch.acked = Math.max(epoch.acked, watermark)
  }

  /**
   * Reads of this boot since a monotonic time, oldest first, to rebuild the suppression windows.
   */
  recentReads(sinceMono: number): RecentRead[] {
    return recentReads(this.#db, this.#options.boot, sinceMono)
  }

  /**
   * Saves the watermarks and forgets old epochs and commands, `elapsedMs` of running time after the
   * last call. Ages are running time, which no clock can jump. `prune` deletes entries.
   */
  maintain(elapsedMs: number): void {
    this.#uptimeHours += elapsedMs / 3_600_000
    const db = this.#db
    db.transaction(() => {
      this.#saveAcks()
      writeMeta(db, 'uptime_hours', String(this.#uptimeHours))
      db.prepare('insert into marks (uptime, seq) values (?, ?)').run(
        this.#uptimeHours,
        this.#ackedThrough(),
      )
      forgetEpochs(db, this.#epochs, this.#uptimeHours)
      forgetCommands(db, this.#uptimeHours)
    })()
  }

  /** Deletes a few thousand entries that were acked 72 hours ago; true while more are left. */
  prune(): boolean {
    const db = this.#db
    if (this.#salvaging.length > 0) return false
    const deadline = this.#uptimeHours - KEEP_ACKED_HOURS
    const due = db.prepare('select max(seq) from marks where uptime <= ?').pluck().get(deadline)
    if (typeof due !== 'number') return false
    // A restored hub may have asked for them again since.
    const upTo = Math.min(due, this.#ackedThrough())
    const { changes } = db
      .prepare(
        `delete from entries where seq in
           (select seq from entries where seq <= ? order by seq limit ${PRUNE_ROWS})`,
      )
      .run(upTo)
    if (changes === PRUNE_ROWS) return true
    db.prepare('delete from marks where uptime <= ?').run(deadline)
    return false
  }

  stats(): OutboxStats {
    const pageSize = this.#db.pragma('page_size', { simple: true }) as number
    const { used, max } = pages(this.#db)
    let unacked = 0
    for (const e of [...this.#salvaging, ...this.#epochs]) {
      unacked += Math.max(0, e.lastSeq - e.acked)
    }
    return { bytes: used * pageSize, maxBytes: max * pageSize, unacked }
  }

  /** The most bytes that the file may have; never less than it has. */
  setCap(bytes: number): void {
    setCap(this.#db, bytes)
  }

  /** Bytes of the file, free pages included. */
  get fileBytes(): number {
    return fileBytes(this.#db)
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

  /** The seq up to which every entry is acked. */
  #ackedThrough(): number {
    for (const e of this.#epochs) if (e.acked < e.lastSeq) return e.acked
    return this.#current.lastSeq
  }

  #writeGap(from: number, to: number, reason: 'pruned' | 'missing'): void {
    insertGap(this.#db, { from, to, counts: { unknown: to - from + 1 }, reason }, this.#stamp())
  }

  #stamp(): Stamp {
    const { now, monotonic, boot } = this.#options
    // The clock stage corrects it when it is sent, like any entry stamped before a sync.
    return { at: now(), mono: monotonic(), boot, clock: 'unsynced' }
  }

  #room() {
    return {
      epochs: [...this.#salvaging, ...this.#epochs],
      inFlight: this.#inFlight,
      growable: this.#growable,
      stamp: () => this.#stamp(),
      onDropped: this.#options.onDropped,
    }
  }
}
