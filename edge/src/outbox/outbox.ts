import { Worker } from 'node:worker_threads'
import {
  ConfigError,
  type EpochRange,
  type EpochWatermark,
  MAX_ENTRY_BYTES,
} from '@vehicle-control/protocol'
import type { CommandKey, StoredCommand } from './command-log.ts'
import { jsonToFit } from './cut.ts'
import type { LogNotice } from './durable-log.ts'
import type { LogRow, PendingEntry, RecentRead, StampedEntry } from './entry.ts'
import type { Appended, Backlog, LogStats } from './outbox-log.ts'

/** A commit waits for company this long after the last one, and no longer than this many rows. */
const groupMs = 100
const groupRows = 50
const commitRows = 500
/** Well within the pages that the cap keeps free for one commit. */
const commitChars = 64 * 1024
/** Entries that wait in memory for a slow disk; what comes then is counted in a gap. */
const ringEntries = 20_000
const retryMs = 1000
const maintainEveryMs = 10 * 60_000

export interface WorkerSetup {
  file: string
  agentCode: string
  boot: string
  maxBytes?: number
}

export type OutboxCall =
  | { method: 'open'; sinceMono: number }
  | { method: 'append'; entries: PendingEntry[] }
  | { method: 'beginCommand'; command: CommandKey }
  | { method: 'read'; epoch: string; after: number; rows: number; bytes: number }
  | { method: 'ranges' }
  | { method: 'resume'; watermarks: EpochWatermark[] }
  | { method: 'ack'; epoch: string; watermark: number }
  | { method: 'released' }
  | { method: 'maintain'; elapsedMs: number }
  | { method: 'prune' }
  | { method: 'close' }

export type ToWorker = { id: number; call: OutboxCall }
export type FromWorker =
  | { type: 'result'; id: number; result: unknown }
  | { type: 'error'; id: number; kind: 'blocked' | 'config' | 'other'; message: string }
  | { type: 'notice'; notice: LogNotice }

/** Entries that have just become durable, under their names. */
export interface Committed {
  epoch: string
  rows: LogRow[]
}

export interface OutboxOptions extends WorkerSetup {
  onCommitted: (committed: Committed) => void
  /** A new epoch has begun while running. */
  onNotice: (notice: LogNotice) => void
  /** The disk takes nothing (a message), or takes entries again (null). */
  onBlocked: (message: string | null) => void
  monotonic: () => number
  stampGap: (counts: Record<string, number>) => StampedEntry
}

/** The outbox as the rest of the edge sees it: appending never waits, and never for the disk. */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #worker: Worker
  readonly #calls = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void }
  >()
  #nextCall = 1
  #ring: PendingEntry[] = []
  #lost: Record<string, number> = {}
  #committing: Promise<void> | null = null
  #lastCommit = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  #maintenance: NodeJS.Timeout | null = null
  #blocked = false
  #closed = false
  #stats: LogStats = { bytes: 0, maxBytes: 0, unacked: 0 }
  /** CLOCK_MONOTONIC of the oldest call that is not answered, for the watchdog. */
  #waitingSince: number | null = null

  constructor(options: OutboxOptions) {
    this.#options = options
    const { file, agentCode, boot, maxBytes } = options
    // Tests run the sources; a worker thread needs the built file.
    const built = import.meta.url.endsWith('.ts') ? '../../dist/outbox/worker.js' : './worker.js'
    this.#worker = new Worker(new URL(built, import.meta.url), {
      workerData: { file, agentCode, boot, maxBytes } satisfies WorkerSetup,
      // It holds one batch at a time; without limits its heap grows to tens of megabytes first.
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 48 },
    })
    this.#worker.on('message', (message: FromWorker) => this.#receive(message))
    this.#worker.on('error', (error) => {
      throw error
    })
  }

  /**
   * Opens the file; answers this boot's reads since `sinceMono`. A disk that does not let it open
   * yet is no error: entries wait in memory, and every try to commit tries to open.
   *
   * @throws ConfigError when the file is in use or belongs to another agent.
   */
  async open(sinceMono: number): Promise<RecentRead[]> {
    let recent: RecentRead[] = []
    try {
      const opened = await this.#call<{ recent: RecentRead[]; stats: LogStats }>({
        method: 'open',
        sinceMono,
      })
      this.#stats = opened.stats
      recent = opened.recent
    } catch (error) {
      if (error instanceof ConfigError) throw error
      this.#setBlocked(String(error))
    }
    this.#scheduleUpkeep()
    return recent
  }

  #scheduleUpkeep(): void {
    const last = this.#options.monotonic()
    this.#maintenance = setTimeout(() => {
      this.#maintain(this.#options.monotonic() - last)
        .catch(ignoreRefusal)
        .finally(() => {
          if (!this.#closed) this.#scheduleUpkeep()
        })
    }, maintainEveryMs)
  }

  async #maintain(elapsedMs: number): Promise<void> {
    await this.#call({ method: 'maintain', elapsedMs })
    while (!this.#closed && (await this.#call<boolean>({ method: 'prune' })));
  }

  get stats(): LogStats {
    return this.#stats
  }

  /** Milliseconds that the oldest unanswered call has waited for the disk. */
  get waitingMs(): number {
    return this.#waitingSince === null ? 0 : this.#options.monotonic() - this.#waitingSince
  }

  /** Takes an entry; it is durable when `onCommitted` has named it. */
  append(entry: StampedEntry): void {
    if (this.#closed || this.#ring.length >= ringEntries) {
      this.#lost[entry.kind] = (this.#lost[entry.kind] ?? 0) + 1
      return
    }
    this.#pushLost()
    this.#push(entry)
    this.#schedule()
  }

  /** What the ring could not take is counted at its place, as soon as there is room. */
  #pushLost(): void {
    if (Object.keys(this.#lost).length === 0 || this.#ring.length >= ringEntries) return
    const gap = this.#options.stampGap(this.#lost)
    this.#lost = {}
    this.#push(gap)
  }

  #push({ kind, at, mono, clock, data }: StampedEntry): void {
    this.#ring.push({ kind, at, mono, clock, data: jsonToFit(data, MAX_ENTRY_BYTES) })
  }

  #schedule(): void {
    if (this.#committing !== null || this.#ring.length === 0) return
    const sinceLast = this.#options.monotonic() - this.#lastCommit
    const wait = this.#blocked ? retryMs : this.#ring.length >= groupRows ? 0 : groupMs - sinceLast
    if (wait <= 0) this.#commitNow()
    else this.#timer ??= setTimeout(() => this.#commitNow(), wait)
  }

  #commitNow(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#committing = this.#commit().finally(() => {
      this.#committing = null
      this.#schedule()
    })
  }

  async #commit(): Promise<void> {
    const entries = this.#nextGroup()
    try {
      const { place, stats } = await this.#call<{ place: Appended; stats: LogStats }>({
        method: 'append',
        entries,
      })
      this.#ring.splice(0, entries.length)
      this.#pushLost()
      this.#stats = stats
      this.#lastCommit = this.#options.monotonic()
      this.#setBlocked(null)
      this.#options.onCommitted({ epoch: place.epoch, rows: this.#rows(entries, place.firstSeq) })
    } catch (error) {
      this.#setBlocked(error instanceof Error ? error.message : String(error))
    }
  }

  #nextGroup(): PendingEntry[] {
    let n = 0
    for (let size = 0; n < Math.min(this.#ring.length, commitRows); n++) {
      size += this.#ring[n]?.data.length ?? 0
      if (n > 0 && size > commitChars) break
    }
    return this.#ring.slice(0, n)
  }

  #rows(entries: readonly PendingEntry[], firstSeq: number): LogRow[] {
    const boot = this.#options.boot
    return entries.map(({ kind, at, mono, clock, data }, i) => {
      return { seq: firstSeq + i, boot, kind, at, mono, clock, data }
    })
  }

  #setBlocked(message: string | null): void {
    const was = this.#blocked
    this.#blocked = message !== null
    if (was === this.#blocked) return
    this.#options.onBlocked(message)
    // A disk that has room again gives the cap and the reserve back.
    if (!this.#blocked) this.#maintain(0).catch(ignoreRefusal)
  }

  /** Resolves when everything appended so far is durable, or the disk refuses it. */
  async flush(): Promise<void> {
    while (this.#ring.length > 0 && !this.#blocked) {
      if (this.#committing === null) this.#commitNow()
      await this.#committing
    }
  }

  /**
   * Makes a command's id durable and answers null, or what is stored of one that came before. Its
   * first result is stored with the `command_result` entry that reports it.
   *
   * @throws Error when the disk does not take it: such a command must not run.
   */
  async beginCommand({ id, pin, state }: CommandKey): Promise<StoredCommand | null> {
    if (this.#blocked || this.#closed) throw new Error('the outbox takes nothing now')
    return this.#call({ method: 'beginCommand', command: { id, pin, state } })
  }

  ranges(): Promise<EpochRange[]> {
    return this.#call({ method: 'ranges' })
  }

  /** Takes over the hub's watermarks; answers what to send on this connection. */
  resume(watermarks: EpochWatermark[]): Promise<Backlog> {
    return this.#call({ method: 'resume', watermarks })
  }

  read(epoch: string, after: number, rows: number, bytes: number): Promise<LogRow[]> {
    return this.#call({ method: 'read', epoch, after, rows, bytes })
  }

  async ack(epoch: string, watermark: number): Promise<void> {
    this.#stats = await this.#call<LogStats>({ method: 'ack', epoch, watermark })
  }

  released(): Promise<void> {
    return this.#call({ method: 'released' })
  }

  /** Commits what waits, writes the watermarks down and closes the file. */
  async close(): Promise<void> {
    if (this.#closed) return
    await this.flush()
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#maintenance !== null) clearTimeout(this.#maintenance)
    await this.#call({ method: 'close' })
    await this.#worker.terminate()
  }

  #call<T>(call: OutboxCall): Promise<T> {
    const id = this.#nextCall++
    this.#waitingSince ??= this.#options.monotonic()
    return new Promise<T>((resolve, reject) => {
      this.#calls.set(id, { resolve, reject })
      this.#worker.postMessage({ id, call } satisfies ToWorker)
    })
  }

  #receive(message: FromWorker): void {
    if (message.type === 'notice') {
      this.#options.onNotice(message.notice)
      return
    }
    const waiting = this.#calls.get(message.id)
    this.#calls.delete(message.id)
    this.#waitingSince = this.#calls.size === 0 ? null : this.#options.monotonic()
    if (message.type === 'result') waiting?.resolve(message.result as never)
    else {
      const { kind, message: text } = message
      waiting?.reject(kind === 'config' ? new ConfigError(text) : new Error(text))
    }
  }
}

function ignoreRefusal(): void {
  // A disk that refuses upkeep refuses commits as well, which is reported there.
}
