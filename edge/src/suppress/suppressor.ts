import type { ReadData, SuppressedData } from '@vehicle-control/protocol'
import type { NewEntry } from '../entry.ts'
import type { TagRead } from '../readers/reader.ts'

const MAX_WINDOWS = 100_000
const NOTHING: readonly NewEntry[] = Object.freeze([])

interface Window {
  reader: string
  uid: string
  start: number
  /** The first repeat came and was reported at once; later ones wait for the window's end. */
  repeated: boolean
  /** Repeats that no entry has reported yet; the fields below are of these alone. */
  count: number
  /** The earliest and the latest of their own times, whatever the order of arrival. */
  first: number
  last: number
  rssi: number | undefined
}

export interface SuppressorOptions {
  windowMs: number
  /** Most windows open at once; one more closes the oldest. */
  maxWindows?: number
}

/**
 * Passes one read of a tag at a reader and counts its repeats for a fixed window from that read on.
 * Every read ends up in exactly one entry: as a `read`, or in the count of a `suppressed`. Windows
 * run by the arrival of reads, entries carry the reads' own times: what a reader kept for longer
 * than a window belongs to none, and passes. Pure: time comes with the reads. They may come in any
 * order; a read whose `mono` is below that of the one before may close a window late by the
 * difference.
 */
export class Suppressor {
  #windowMs: number
  readonly #maxWindows: number
  /** In the order of opening, which is that of expiry as all have one length. */
  readonly #windows = new Map<string, Window>()

  constructor(options: SuppressorOptions) {
    this.#windowMs = options.windowMs
    this.#maxWindows = options.maxWindows ?? MAX_WINDOWS
  }

  get windowMs(): number {
    return this.#windowMs
  }

  /** The entries that this read causes, oldest first. Hot path. */
  offer(read: TagRead): readonly NewEntry[] {
    if (read.ageMs !== undefined && read.ageMs >= this.#windowMs) return [accepted(read)]
    const key = `${read.reader}\0${read.uid}`
    const window = this.#windows.get(key)
    if (window === undefined) return this.#open(key, read, undefined)
    if (read.mono - window.start >= this.#windowMs) {
      this.#windows.delete(key)
      return this.#open(key, read, window)
    }
    if (window.repeated) {
      const at = happenedAt(read)
      window.first = window.count === 0 ? at : Math.min(window.first, at)
      window.last = window.count === 0 ? at : Math.max(window.last, at)
      window.count++
      window.rssi = strongest(window.rssi, read.rssi)
      return NOTHING
    }
    window.repeated = true
    return [suppressed(read, happenedAt(read), 1, 0, read.rssi)]
  }

  /** Closes the windows that have ended by `mono`; answers entries for their unreported repeats. */
  expire(mono: number): readonly NewEntry[] {
    const entries: NewEntry[] = []
    for (const [key, window] of this.#windows) {
      if (mono - window.start < this.#windowMs) break
      this.#windows.delete(key)
      if (window.count > 0) entries.push(restOf(window))
    }
    return entries
  }

  /**
   * Monotonic milliseconds when the next window ends, or null without one. `setWindowMs` moves it.
   */
  nextExpiry(): number | null {
    const oldest = this.#windows.values().next().value
    return oldest === undefined ? null : oldest.start + this.#windowMs
  }

  /** Sets the length of all windows, of the open ones too, from their first read on. */
  setWindowMs(windowMs: number): void {
    this.#windowMs = windowMs
  }

  /**
   * Opens the windows of reads that were accepted earlier in this boot, in any order, so that a
   * restart repeats none. When a kept read arrived is not stored: its window begins at its own
   * time. Call it before the first `offer`: a window that is open already loses its count.
   */
  rebuild(accepted: Iterable<TagRead>): void {
    for (const read of [...accepted].toSorted((a, b) => a.mono - b.mono)) {
      const key = `${read.reader}\0${read.uid}`
      this.#windows.delete(key)
      this.#evictOldest()
      this.#windows.set(key, newWindow(read))
    }
  }

  /** Answers entries for all unreported repeats; the windows stay open. For the shutdown. */
  flush(): readonly NewEntry[] {
    const entries: NewEntry[] = []
    for (const window of this.#windows.values()) {
      if (window.count === 0) continue
      entries.push(restOf(window))
      window.count = 0
      window.rssi = undefined
    }
    return entries
  }

  #open(key: string, read: TagRead, ended: Window | undefined): readonly NewEntry[] {
    const evicted = this.#evictOldest()
    this.#windows.set(key, newWindow(read))
    const gone = ended ?? evicted
    const passed = accepted(read)
    return gone === undefined || gone.count === 0 ? [passed] : [restOf(gone), passed]
  }

  #evictOldest(): Window | undefined {
    if (this.#windows.size < this.#maxWindows) return undefined
    for (const [key, window] of this.#windows) {
      this.#windows.delete(key)
      return window
    }
    return undefined
  }
}

/** The read's own time; below 0 for one that its reader kept since before the boot. */
function happenedAt(read: TagRead): number {
  return read.ageMs === undefined ? read.mono : read.mono - read.ageMs
}

function accepted(read: TagRead): NewEntry {
  const data: ReadData = {
    uid: read.uid,
    reader: read.reader,
    antenna: read.antenna,
    rssi: read.rssi,
    tid: read.tid,
    count: read.count,
    unauthenticated: read.unauthenticated,
  } satisfies Record<Exclude<keyof ReadData, 'truncated'>, unknown>
  return { kind: 'read', mono: happenedAt(read), data }
}

function newWindow(read: TagRead): Window {
  return {
    reader: read.reader,
    uid: read.uid,
    start: read.mono,
    repeated: false,
    count: 0,
    first: read.mono,
    last: read.mono,
    rssi: undefined,
  }
}

function strongest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b
  return b === undefined || b < a ? a : b
}

function restOf(window: Window): NewEntry {
  return suppressed(window, window.last, window.count, window.last - window.first, window.rssi)
}

function suppressed(
  tag: { reader: string; uid: string },
  mono: number,
  count: number,
  spanMs: number,
  rssi: number | undefined,
): NewEntry {
  const data: SuppressedData = { uid: tag.uid, reader: tag.reader, count, spanMs, rssi }
  return { kind: 'suppressed', mono, data }
}
