import {
  type EpochWatermark,
  MAX_BATCHES_IN_FLIGHT,
  MAX_BATCH_ENTRIES,
  MAX_FRAME_BYTES,
  WIRE_OVERHEAD_BYTES,
} from '@vehicle-control/protocol'
import type { OutboxRow } from '../entry.ts'
import type { Committed } from '../outbox/outbox.ts'
import { entriesFrame, type RowClock } from './wire.ts'

/** The outbox, as far as sending needs it. */
export interface DrainSource {
  read(epoch: string, after: number, rows: number, bytes: number): Promise<OutboxRow[]>
  ack(epoch: string, watermark: number): Promise<void>
}

export interface DrainOptions {
  source: DrainSource
  clock: RowClock & { monotonic(): number }
  send: (frame: string) => void
  /** Called when the outbox cannot be read. */
  fail: (error: unknown) => void
  /** From `Outbox.resume`. */
  backlog: readonly EpochWatermark[]
  /** The last seq of the outbox, which may belong to a later epoch than the backlog's. */
  lastSeq: number
  /** Least time between two batches. */
  spacingMs?: number
}

interface SentBatch {
  epoch: string
  lastSeq: number
  sentAt: number
  /** Sent before a rewind: the hub's nack of it must not cause another. */
  stale: boolean
}

/** 80 batches a second: with live frames and pings within the hub's 100. */
const DEFAULT_SPACING_MS = 12.5
/** Room for the frame's own head. */
const BATCH_BYTES = MAX_FRAME_BYTES - 512

/**
 * Sends the outbox over one connection: epochs oldest first, up to 8 batches in flight. Every batch
 * gets one answer, in order; an answer that never comes ends the connection, and the answer to the
 * next hello says where to go on.
 *
 * Once everything is sent, rows go out from memory as they are committed; a row that does not follow
 * the last one sent is read from the disk.
 */
export class Drain {
  readonly #source: DrainSource
  readonly #clock: RowClock & { monotonic(): number }
  readonly #send: (frame: string) => void
  readonly #fail: (error: unknown) => void
  /** Epochs still to send, the current one last; `watermark` is the last seq sent. */
  #queue: EpochWatermark[]
  /** The last known seq of the outbox: up to here there is something to read. */
  #lastSeq: number
  readonly #fresh = new FreshRows(BATCH_BYTES)
  #inFlight: SentBatch[] = []
  #pumping = false
  #pumpAgain = false
  #stopped = false
  #lastSent = Number.NEGATIVE_INFINITY
  #lastAnswer = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  #onSettled = () => {}
  readonly #spacingMs: number

  constructor(options: DrainOptions) {
    this.#spacingMs = options.spacingMs ?? DEFAULT_SPACING_MS
    this.#source = options.source
    this.#clock = options.clock
    this.#send = options.send
    this.#fail = options.fail
    this.#queue = options.backlog.map(({ epoch, watermark }) => ({ epoch, watermark }))
    this.#lastSeq = options.lastSeq
  }

  /**
   * Notes rows that have become durable. True when they go out with the next batch; false while a
   * backlog is ahead of them.
   */
  committed({ epoch, rows, isInFlight }: Committed): boolean {
    const first = rows[0] as OutboxRow
    this.#lastSeq = Math.max(this.#lastSeq, first.seq + rows.length - 1)
    const isNext = this.#isNext(epoch, first.seq)
    if (isNext && isInFlight) this.#fresh.add(rows)
    return isNext
  }

  #isNext(epoch: string, seq: number): boolean {
    const cursor = this.#queue[0]
    return (
      this.#queue.length === 1 &&
      cursor?.epoch === epoch &&
      (this.#fresh.lastSeq ?? cursor.watermark) === seq - 1 &&
      this.#inFlight.length < MAX_BATCHES_IN_FLIGHT
    )
  }

  /**
   * True when whatever is committed next goes out with the next batch. Such rows are in flight from
   * their commit on: the outbox must not replace them by a gap.
   */
  get isCaughtUp(): boolean {
    const cursor = this.#queue[0]
    return !this.#stopped && cursor !== undefined && this.#isNext(cursor.epoch, this.#lastSeq + 1)
  }

  /** Sends what can be sent now. */
  pump(): void {
    this.#pumpAgain = true
    if (this.#pumping || this.#stopped) return
    this.#pumping = true
    this.#pumpAll().catch((error: unknown) => {
      if (!this.#stopped) this.#fail(error)
    })
  }

  async #pumpAll(): Promise<void> {
    try {
      while (this.#pumpAgain) {
        this.#pumpAgain = false
        while (await this.#sendNext());
      }
    } finally {
      this.#pumping = false
    }
  }

  async #sendNext(): Promise<boolean> {
    const cursor = this.#queue[0]
    if (cursor === undefined || this.#stopped) return false
    if (this.#queue.length === 1 && cursor.watermark >= this.#lastSeq) return false
    if (this.#inFlight.length >= MAX_BATCHES_IN_FLIGHT || this.#mustWait()) return false
    const prev = cursor.watermark
    if (this.#fresh.lastSeq !== null) {
      this.#sendBatch(cursor, this.#fresh.take())
      return true
    }
    const rows = await this.#source.read(cursor.epoch, prev, MAX_BATCH_ENTRIES, BATCH_BYTES)
    if (this.#stopped) return false
    this.#fresh.clear()
    // A nack has moved the cursor meanwhile: these rows are not the next ones.
    if (this.#queue[0] !== cursor || cursor.watermark !== prev) return true
    if (rows.length === 0) {
      if (this.#queue.length === 1) return false
      this.#queue.shift()
      return true
    }
    this.#sendBatch(cursor, rows)
    return true
  }

  #sendBatch(cursor: EpochWatermark, rows: readonly OutboxRow[]): void {
    const { epoch, watermark: prev } = cursor
    const last = rows.at(-1) as OutboxRow
    cursor.watermark = last.seq
    const sentAt = this.#clock.monotonic()
    this.#lastSent = sentAt
    this.#inFlight.push({ epoch, lastSeq: last.seq, sentAt, stale: false })
    this.#send(entriesFrame({ type: 'batch', epoch, prev }, rows, this.#clock))
  }

  /** Stays below the hub's limit of frames a second, however fast the hub acks. */
  #mustWait(): boolean {
    const wait = this.#lastSent + this.#spacingMs - this.#clock.monotonic()
    if (wait <= 0) return false
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.pump()
    }, wait)
    return true
  }

  /** True for an entry that was sent with a batch, on this connection or an earlier one. */
  hasSent(epoch: string, seq: number): boolean {
    const cursor = this.#queue.find((c) => c.epoch === epoch)
    return cursor !== undefined && cursor.watermark >= seq
  }

  /** True when everything up to `seq` of the last epoch is sent and acked. */
  isDrained(seq: number): boolean {
    const cursor = this.#queue[0]
    return (
      this.#queue.length === 1 && this.#inFlight.length === 0 && (cursor?.watermark ?? 0) >= seq
    )
  }

  /**
   * Milliseconds since the oldest batch in flight was sent or since the last ack, whichever is
   * later: a hub that takes thousands of backlogs at once acks each edge seldom, but is alive. 0
   * without one.
   */
  waitingMs(): number {
    const oldest = this.#inFlight[0]
    if (oldest === undefined) return 0
    return this.#clock.monotonic() - Math.max(oldest.sentAt, this.#lastAnswer)
  }

  async acked({ epoch, watermark }: EpochWatermark): Promise<void> {
    this.#lastAnswer = this.#clock.monotonic()
    this.#inFlight = this.#inFlight.filter((b) => b.epoch !== epoch || b.lastSeq > watermark)
    try {
      await this.#source.ack(epoch, watermark)
    } finally {
      this.#checkSettled()
      this.pump()
    }
  }

  /** Goes back to the hub's watermark: it lacks entries before a batch. */
  nacked({ epoch, watermark }: EpochWatermark): void {
    const answered = this.#inFlight.shift()
    this.#checkSettled()
    if (answered === undefined || answered.stale) {
      this.pump()
      return
    }
    for (const batch of this.#inFlight) batch.stale = true
    this.#fresh.clear()
    const cursor = this.#queue.find((c) => c.epoch === epoch)
    if (cursor !== undefined) cursor.watermark = watermark
    else this.#queue.unshift({ epoch, watermark })
    this.pump()
  }

  /** Sends no more, and resolves when every batch that went out has its answer, or at `stop`. */
  settle(): Promise<void> {
    this.#halt()
    return new Promise((resolve) => {
      this.#onSettled = resolve
      this.#checkSettled()
    })
  }

  stop(): void {
    this.#halt()
    this.#onSettled()
  }

  #halt(): void {
    this.#stopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #checkSettled(): void {
    if (this.#stopped && this.#inFlight.length === 0) this.#onSettled()
  }
}

/**
 * A buffer of rows that follow what was sent and need not be read from the disk again: at most one
 * batch, in entries and in bytes. Rows that do not fit are read from the disk later.
 */
export class FreshRows {
  readonly #maxBytes: number
  #rows: OutboxRow[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The seq of the last one; null without any. */
  get lastSeq(): number | null {
    return this.#rows.at(-1)?.seq ?? null
  }

  /** Takes as many of the rows as there is room for; the first one follows the last one here. */
  add(rows: readonly OutboxRow[]): void {
    for (const row of rows) {
      const bytes = Buffer.byteLength(row.data) + WIRE_OVERHEAD_BYTES
      if (this.#rows.length >= MAX_BATCH_ENTRIES || this.#bytes + bytes > this.#maxBytes) return
      this.#bytes += bytes
      this.#rows.push(row)
    }
  }

  /** Removes and returns all rows. */
  take(): OutboxRow[] {
    const rows = this.#rows
    this.clear()
    return rows
  }

  clear(): void {
    this.#rows = []
    this.#bytes = 0
  }
}
