import type { ReadData, SuppressedData } from '@vehicle-control/protocol'
import type { NewEntry } from '../entry.ts'
import type { TagRead } from '../readers/reader.ts'

const MAX_WINDOWS = 100_000
const NOTHING: readonly NewEntry[] = Object.freeze([])

interface Window {
  reader: string
  uid: string
  start: number
  /** The first repeat was reported; the others wait for the window's end. */
  repeated: boolean
  /** Repeats that no entry has reported yet; the fields below are of these alone. */
  count: number
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
 * Every read ends up in exactly one entry: as a `read`, or in the count of a `suppressed`. Pure:
 * time comes with the reads, in ascending order.
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
    const key = `${read.reader}\0${read.uid}`
    const window = this.#windows.get(key)
    if (window === undefined) return this.#open(key, read, undefined)
    if (read.mono - window.start >= this.#windowMs) {
      this.#windows.delete(key)
      return this.#open(key, read, window)
    }
    if (window.repeated) {
      if (window.count === 0) window.first = read.mono
      window.count++
      window.last = read.mono
      window.rssi = strongest(window.rssi, read.rssi)
      return NOTHING
    }
    window.repeated = true
    return [suppressed(read, read.mono, 1, 0, read.rssi)]
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
   * Opens the windows of reads that were accepted earlier in this boot, so that a restart repeats
   * none. Called before the first `offer`: a window that is open already loses its count.
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
    const data: ReadData = {
      uid: read.uid,
      reader: read.reader,
      antenna: read.antenna,
      rssi: read.rssi,
      tid: read.tid,
      count: read.count,
    } satisfies Record<Exclude<keyof ReadData, 'truncated'>, unknown>
    const accepted: NewEntry = { kind: 'read', mono: read.mono, data }
    const gone = ended ?? evicted
    return gone === undefined || gone.count === 0 ? [accepted] : [restOf(gone), accepted]
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
  const spanMs = Math.max(0, window.last - window.first)
  return suppressed(window, window.last, window.count, spanMs, window.rssi)
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
