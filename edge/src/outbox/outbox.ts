import { EventEmitter } from 'node:events'
import {
  BurstPace,
  ConfigError,
  type EpochRange,
  type EpochWatermark,
  type GapData,
  MAX_ENTRY_BYTES,
  type OutboxState,
  READ_BURST,
} from '@vehicle-control/protocol'
import type { OutboxRow, PendingEntry, RecentRead, StampedEntry } from '../entry.ts'
import type { AccessChange } from './access/access-db.ts'
import type { OutboxStats } from './cap.ts'
import type { CommandKey, StoredCommand } from './commands.ts'
import { jsonToFit } from './cut.ts'
import { DurableWaiters } from './durable-waiters.ts'
import type { WorkerSetup } from './worker-calls.ts'
import { OutboxWorkerClient } from './worker-client.ts'
import type { OutboxNotice } from './reopening-store.ts'
import type { Appended, Backlog } from './outbox-store.ts'

/** With this many rows waiting, the next commit is due now, whatever the pace. */
const GROUP_ROWS = 50
/** The same while a reader waits to ack: brokers send no more than 20 messages without one. */
const AWAITED_ROWS = 15
const COMMIT_ROWS = 500
/** Well within the pages that the cap keeps free for one commit. */
const COMMIT_CHARS = 64 * 1024
/** Entries that wait in memory for a slow disk; further ones are counted in a gap. */
const RING_ENTRIES = 20_000
/** The same for their JSON: telemetry and results of any width fit the edge's memory. */
const RING_CHARS = 8 * 1024 * 1024
const RETRY_MS = 1000
const MAINTAIN_EVERY_MS = 10 * 60_000

/** Entries that never got a seq: no room in the ring, or nothing that could be stored. */
export type LossReason = Extract<GapData['reason'], 'ring' | 'refused'>

/** Entries that have just become durable, under their epoch and seqs. */
export interface Committed {
  epoch: string
  rows: OutboxRow[]
  /** They may be sent as they are: the outbox replaces none of them while the connection lives. */
  isInFlight: boolean
}

/** Sends the outbox's entries to the hub. */
export interface Sender {
  /** True while all that is committed is sent: what comes next may be sent from memory. */
  readonly isCaughtUp: boolean
  committed(committed: Committed): void
  /** Called when the outbox has other epochs than the last hello named. */
  rejoin(reason: string): void
}

export interface OutboxOptions extends WorkerSetup {
  /** Called when the file was reopened or replaced, or is full. */
  onNotice: (notice: OutboxNotice) => void
  /** Called with a message when the disk takes nothing, with null when it takes entries again. */
  onBlocked: (message: string | null) => void
  /** Called when a later try to open the file finds that this edge may not have it. */
  onFatal: (error: ConfigError) => void
  monotonic: () => number
  /** The gap entry for what could not be taken, counted by kind. */
  stampGap: (counts: Record<string, number>, reason: LossReason) => StampedEntry
}

/**
 * The outbox on the main thread, as the rest of the edge sees it: a ring in memory that takes
 * entries at once, and the worker that writes them. Nothing here touches the file. Emits `committed`
 * for metrics and the debug log; `sendTo` sets who sends the entries.
 */
export class Outbox extends EventEmitter<{ committed: [Committed] }> {
  readonly #options: OutboxOptions
  readonly #worker: OutboxWorkerClient
  #sender: Sender | null = null
  #ring: PendingEntry[] = []
  #ringChars = 0
  readonly #lost: Record<LossReason, Record<string, number>> = { ring: {}, refused: {} }
  #committing: Promise<void> | null = null
  readonly #waiters = new DurableWaiters()
  readonly #pace = new BurstPace(READ_BURST)
  #timer: NodeJS.Timeout | null = null
  #maintenance: NodeJS.Timeout | null = null
  #salvaging = false
  #salvageTimer: NodeJS.Timeout | null = null
  #blocked: string | null = null
  /** CLOCK_MONOTONIC since when a fault other than the disk's keeps entries out; null without. */
  #stuckSince: number | null = null
  #closed = false
  #stats: OutboxStats = { bytes: 0, maxBytes: 0, unacked: 0 }

  constructor(options: OutboxOptions) {
    super()
    this.#options = options
    this.#worker = new OutboxWorkerClient({
      ...options,
      onNotice: (notice) => {
        options.onNotice(notice)
        if (notice.event !== 'outbox_full') this.#sender?.rejoin('the epochs have changed')
        if (notice.event === 'outbox_replaced') void this.#salvage()
      },
    })
  }

  /** Sets the sender that gets what is committed from now on. */
  sendTo(sender: Sender): void {
    this.#sender = sender
  }

  /**
   * Opens the file; answers this boot's reads since `sinceMono`. If the disk does not let it open
   * yet, that is no error: entries wait in memory, and every commit first tries to open it.
   *
   * @throws ConfigError when the file is in use or belongs to another agent.
   */
  async open(sinceMono: number): Promise<RecentRead[]> {
    let recent: RecentRead[] = []
    try {
      const opened = await this.#worker.call('open', sinceMono)
      this.#stats = opened.stats
      recent = opened.recent
    } catch (error) {
      if (error instanceof ConfigError) throw error
      this.#refused(error)
    }
    this.#scheduleUpkeep()
    void this.#salvage()
    return recent
  }

  /** Salvages damaged files step by step, so that the worker answers other calls in between. */
  async #salvage(): Promise<void> {
    if (this.#salvaging) return
    this.#salvaging = true
    try {
      while (!this.#closed && (await this.#worker.call('salvage')));
    } catch {
      // The disk takes nothing now, which the next commit reports.
      if (!this.#closed) this.#salvageTimer = setTimeout(() => void this.#salvage(), RETRY_MS)
    } finally {
      this.#salvaging = false
    }
  }

  #scheduleUpkeep(): void {
    const last = this.#options.monotonic()
    this.#maintenance = setTimeout(() => {
      this.#maintain(this.#options.monotonic() - last)
        .catch(ignoreRefusal)
        .finally(() => {
          if (!this.#closed) this.#scheduleUpkeep()
        })
    }, MAINTAIN_EVERY_MS)
  }

  async #maintain(elapsedMs: number): Promise<void> {
    await this.#worker.call('maintain', elapsedMs)
    while (!this.#closed && (await this.#worker.call('prune')));
  }

  get stats(): OutboxStats {
    return this.#stats
  }

  /** Why the disk takes nothing now; null while it does. */
  get blocked(): string | null {
    return this.#blocked
  }

  /** What it keeps now, in the form that goes to the hub. */
  state(): OutboxState {
    return { ...this.#stats, blocked: this.#blocked?.slice(0, 512) }
  }

  get isBlocked(): boolean {
    return this.#blocked !== null
  }

  /** Entries in memory that are not durable yet. */
  get waiting(): number {
    return this.#ring.length
  }

  /**
   * Milliseconds for which a fault that a restart may fix keeps entries out: a call that the disk
   * does not answer, or an error that is not the disk's. A full or broken disk does not count: a
   * restart would only lose what waits in memory.
   */
  get stuckMs(): number {
    const now = this.#options.monotonic()
    return Math.max(this.#worker.waitingMs, now - (this.#stuckSince ?? now))
  }

  /** Takes an entry at once; it is durable when `committed` has named it. Hot path. */
  append(entry: StampedEntry): void {
    if (this.#closed) return
    this.#pushLost()
    const pending = pendingEntry(entry)
    if (pending === null) this.#lose(entry, 'refused')
    else if (this.#isFull()) this.#lose(entry, 'ring')
    else this.#push(pending)
    this.#pushLost()
    this.#schedule()
  }

  #isFull(): boolean {
    return this.#ring.length >= RING_ENTRIES || this.#ringChars >= RING_CHARS
  }

  #lose({ kind }: StampedEntry, reason: LossReason): void {
    this.#lost[reason][kind] = (this.#lost[reason][kind] ?? 0) + 1
  }

  /** Appends the gaps for what could not be taken, as soon as there is room. */
  #pushLost(): void {
    for (const reason of ['ring', 'refused'] as const) {
      if (this.#isFull() || Object.keys(this.#lost[reason]).length === 0) continue
      const gap = pendingEntry(this.#options.stampGap(this.#lost[reason], reason))
      if (gap === null) continue
      this.#lost[reason] = {}
      this.#push(gap)
    }
  }

  #push(entry: PendingEntry): void {
    this.#ring.push(entry)
    this.#waiters.taken()
    this.#ringChars += entry.data.length
  }

  #schedule(): void {
    if (this.#committing !== null || this.#ring.length === 0) return
    const wait = this.isBlocked
      ? RETRY_MS
      : this.#ring.length >= (this.#waiters.areWaiting ? AWAITED_ROWS : GROUP_ROWS)
        ? 0
        : this.#pace.waitMs(this.#options.monotonic())
    if (wait <= 0) this.#commitNow()
    else this.#timer ??= setTimeout(() => this.#commitNow(), wait)
  }

  #commitNow(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#pace.begin(this.#options.monotonic())
    this.#committing = this.#commit().finally(() => {
      this.#committing = null
      this.#schedule()
    })
  }

  async #commit(): Promise<void> {
    const entries = this.#nextGroup()
    const isInFlight = this.#sender?.isCaughtUp ?? false
    try {
      const { place, stats } = await this.#worker.call('append', entries, isInFlight)
      for (const { data } of this.#ring.splice(0, entries.length)) this.#ringChars -= data.length
      this.#pushLost()
      this.#stats = stats
      this.#stuckSince = null
      this.#setBlocked(null)
      this.#waiters.durable(entries.length)
      const rows = this.#rows(entries, place)
      const committed: Committed = { epoch: place.epoch, rows, isInFlight }
      this.emit('committed', committed)
      this.#sender?.committed(committed)
    } catch (error) {
      if (error instanceof ConfigError) this.#options.onFatal(error)
      this.#refused(error)
    }
  }

  #refused(error: unknown): void {
    const isDisk = error instanceof Error && error.cause === 'blocked'
    this.#stuckSince = isDisk ? null : (this.#stuckSince ?? this.#options.monotonic())
    this.#setBlocked(error instanceof Error ? error.message : String(error))
    this.#waiters.refuse(new Error('the outbox takes nothing now'))
  }

  #nextGroup(): PendingEntry[] {
    let n = 0
    for (let size = 0; n < Math.min(this.#ring.length, COMMIT_ROWS); n++) {
      size += this.#ring[n]?.data.length ?? 0
      if (n > 0 && size > COMMIT_CHARS) break
    }
    // A decision says that its read is the entry before it: they go into one epoch.
    if (n > 1 && this.#ring[n]?.kind === 'decision') n--
    return this.#ring.slice(0, n)
  }

  #rows(entries: readonly PendingEntry[], { firstSeq, replaced }: Appended): OutboxRow[] {
    const boot = this.#options.boot
    const taken = entries.slice()
    for (const [index, gap] of replaced) taken[index] = gap
    return taken.map(({ kind, at, mono, clock, data }, i) => {
      return { seq: firstSeq + i, boot, kind, at, mono, clock, data }
    })
  }

  #setBlocked(message: string | null): void {
    const isChange = (this.#blocked === null) !== (message === null)
    this.#blocked = message
    if (!isChange) return
    this.#options.onBlocked(message)
    // The disk has room again: the full cap and the reserve come back.
    if (message === null) this.#maintain(0).catch(ignoreRefusal)
  }

  /**
   * Resolves when everything appended so far is durable, at the pace of the commits.
   *
   * @throws Error while the disk refuses it, or once the outbox is closed.
   */
  async durable(): Promise<void> {
    if (this.isBlocked || this.#closed) throw new Error('the outbox takes nothing now')
    await this.#waiters.all()
  }

  /** Resolves when everything appended so far is durable, or when the disk refuses it. */
  async flush(): Promise<void> {
    while (this.#ring.length > 0 && !this.isBlocked) {
      if (this.#committing === null) this.#commitNow()
      await this.#committing
    }
  }

  /**
   * Makes a new command's id durable and answers null, or answers what is stored of a known one.
   * The `command_result` entry that reports its first result stores that result too.
   *
   * @throws Error when the disk does not take it: such a command must not run.
   */
  async beginCommand({ id, pin, relay, state }: CommandKey): Promise<StoredCommand | null> {
    if (this.isBlocked || this.#closed) throw new Error('the outbox takes nothing now')
    return this.#worker.call('beginCommand', { id, pin, relay, state })
  }

  ranges(): Promise<EpochRange[]> {
    return this.#worker.call('ranges')
  }

  /** Adopts the hub's watermarks; answers the backlog of this connection. */
  resume(watermarks: EpochWatermark[]): Promise<Backlog> {
    return this.#worker.call('resume', watermarks)
  }

  read(epoch: string, after: number, rows: number, bytes: number): Promise<OutboxRow[]> {
    return this.#worker.call('read', epoch, after, { rows, bytes })
  }

  async ack(epoch: string, watermark: number): Promise<void> {
    this.#stats = await this.#worker.call('ack', epoch, watermark)
  }

  released(): Promise<void> {
    return this.#worker.call('released')
  }

  /** The file of the gate's list, which the same thread owns. */
  readonly access = {
    open: () => this.#worker.call('openAccess'),
    buckets: (from: number) => this.#worker.call('accessBuckets', from),
    write: (change: AccessChange) => this.#worker.call('writeAccess', change),
  }

  /** Commits what waits, saves the watermarks and closes the file. */
  async close(): Promise<void> {
    if (this.#closed) return
    await this.flush()
    this.#closed = true
    this.#waiters.refuse(new Error('the outbox is closed'))
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#maintenance !== null) clearTimeout(this.#maintenance)
    if (this.#salvageTimer !== null) clearTimeout(this.#salvageTimer)
    await this.#worker.call('close')
    await this.#worker.terminate()
  }
}

/** The entry as the outbox stores it; null for one that no row can hold. */
function pendingEntry({ kind, at, mono, clock, data }: StampedEntry): PendingEntry | null {
  if (!Number.isFinite(at) || !Number.isFinite(mono)) return null
  try {
    return { kind, at, mono, clock, data: jsonToFit(data, MAX_ENTRY_BYTES) }
  } catch {
    // A value that JSON has no text for.
    return null
  }
}

function ignoreRefusal(): void {
  // A disk that refuses upkeep refuses commits as well, which is reported there.
}
