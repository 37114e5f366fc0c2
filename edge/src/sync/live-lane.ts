import {
  MAX_BATCH_ENTRIES,
  MAX_FRAME_BYTES,
  MAX_LIVE_FRAMES_PER_SECOND,
  WIRE_OVERHEAD_BYTES,
} from '@vehicle-control/protocol'
import type { OutboxRow } from '../entry.ts'
import { entriesFrame, type RowClock } from './wire.ts'

const INTERVAL_MS = 1000 / MAX_LIVE_FRAMES_PER_SECOND
/** Reads beyond this, the oldest, are dropped here and come with their batch. */
const QUEUE_ENTRIES = 2000

export interface LiveLaneOptions {
  clock: RowClock & { monotonic(): number }
  send: (frame: string) => void
  /** True once a row has gone with its batch: it is left out here. */
  isSent: (epoch: string, seq: number) => boolean
}

/** Sends fresh entries ahead of a backlog in `live` frames: at most 10 a second, never acked. */
export class LiveLane {
  readonly #clock: RowClock & { monotonic(): number }
  readonly #send: (frame: string) => void
  readonly #isSent: (epoch: string, seq: number) => boolean
  #epoch = ''
  /** Reads and repeats. */
  #reads: OutboxRow[] = []
  /** Command results, status and the newest telemetry of each type: they go first, and all of them. */
  #urgent: OutboxRow[] = []
  #timer: NodeJS.Timeout | null = null
  #lastSent = Number.NEGATIVE_INFINITY

  constructor(options: LiveLaneOptions) {
    this.#clock = options.clock
    this.#send = options.send
    this.#isSent = options.isSent
  }

  /** Keeps only the newest telemetry of each type; leaves gaps to their batch. */
  add(epoch: string, rows: readonly OutboxRow[]): void {
    if (epoch !== this.#epoch) this.#clear()
    this.#epoch = epoch
    for (const row of rows) {
      if (row.kind === 'gap') continue
      if (row.kind === 'telemetry') this.#dropOlderOf(row)
      const isRead = row.kind === 'read' || row.kind === 'suppressed'
      const queue = isRead ? this.#reads : this.#urgent
      queue.push(row)
    }
    if (this.#reads.length > QUEUE_ENTRIES) {
      this.#reads.splice(0, this.#reads.length - QUEUE_ENTRIES)
    }
    this.#schedule()
  }

  #clear(): void {
    this.#reads = []
    this.#urgent = []
  }

  #dropOlderOf(row: OutboxRow): void {
    const type = telemetryType(row)
    this.#urgent = this.#urgent.filter((u) => u.kind !== 'telemetry' || telemetryType(u) !== type)
  }

  #schedule(): void {
    if (this.#waiting() === 0 || this.#timer !== null) return
    const wait = INTERVAL_MS - (this.#clock.monotonic() - this.#lastSent)
    if (wait <= 0) this.#flush()
    else {
      this.#timer = setTimeout(() => {
        this.#timer = null
        this.#flush()
      }, wait)
    }
  }

  #waiting(): number {
    return this.#urgent.length + this.#reads.length
  }

  #flush(): void {
    const isWaiting = (row: OutboxRow) => !this.#isSent(this.#epoch, row.seq)
    this.#urgent = this.#urgent.filter(isWaiting)
    this.#reads = this.#reads.filter(isWaiting)
    if (this.#waiting() === 0) return
    const rows = [...this.#urgent, ...this.#reads]
    let bytes = 512
    let n = 0
    for (const row of rows) {
      bytes += Buffer.byteLength(row.data) + WIRE_OVERHEAD_BYTES
      if (n > 0 && (bytes > MAX_FRAME_BYTES || n >= MAX_BATCH_ENTRIES)) break
      n++
    }
    this.#reads.splice(0, n - Math.min(n, this.#urgent.length))
    this.#urgent.splice(0, n)
    this.#lastSent = this.#clock.monotonic()
    const frame = rows.slice(0, n).toSorted((a, b) => a.seq - b.seq)
    this.#send(entriesFrame({ type: 'live', epoch: this.#epoch }, frame, this.#clock))
    this.#schedule()
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#clear()
  }
}

function telemetryType(row: OutboxRow): unknown {
  return (JSON.parse(row.data) as { type?: unknown }).type
}
