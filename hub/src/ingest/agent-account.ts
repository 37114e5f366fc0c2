import { MAX_BATCH_ENTRIES, MAX_FRAME_BYTES } from '@vehicle-control/protocol'

/** The part of the hub's time that the frames of one agent take in the long run, at the most. */
const SHARE = 0.25
/** Milliseconds that it may take at once after it was quiet. */
const AT_ONCE_MS = 100
/** What one agent may have read and not stored: enough for the next batches to be read meanwhile. */
const UNSTORED_ENTRIES = 4 * MAX_BATCH_ENTRIES
const UNSTORED_BYTES = 8 * MAX_FRAME_BYTES

/** Sensors and inputs that one agent names within a day, more than an edge can have. */
export const SOURCES_MAX = 320
const SOURCE_KNOWN_MS = 86_400_000

/** What the frames of one agent cost and may name, over all its connections. */
export class AgentAccount {
  readonly #now: () => number
  /** Milliseconds of work beyond its share, as of `#at`. */
  #owedMs = 0
  #at: number
  #entries = 0
  #bytes = 0
  /** When each was last named, that one last. */
  readonly #sources = new Map<string, number>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#at = now()
  }

  /** Notes work of so many milliseconds, on the event loop or in a transaction. */
  spend(ms: number): void {
    this.#settle()
    this.#owedMs += ms
  }

  /** Milliseconds until its next frame may be read; 0: now. */
  waitMs(): number {
    this.#settle()
    return Math.max(0, (this.#owedMs - AT_ONCE_MS) / SHARE)
  }

  #settle(): void {
    const now = this.#now()
    this.#owedMs = Math.max(0, this.#owedMs - (now - this.#at) * SHARE)
    this.#at = now
  }

  /** Counts what is on its way into the store, until `stored` has settled. */
  storing<T>(entries: number, bytes: number, stored: Promise<T>): Promise<T> {
    this.#entries += entries
    this.#bytes += bytes
    return stored.finally(() => {
      this.#entries -= entries
      this.#bytes -= bytes
    })
  }

  /** Notes a source of telemetry; false for one too many. */
  takesSource(name: string): boolean {
    const now = this.#now()
    if (this.#sources.delete(name) || this.#sources.size < SOURCES_MAX || this.#forgets(now)) {
      this.#sources.set(name, now)
      return true
    }
    return false
  }

  /** Forgets the source that was not named for longest, if that is long. */
  #forgets(now: number): boolean {
    const [oldest] = this.#sources
    if (oldest === undefined || now - oldest[1] < SOURCE_KNOWN_MS) return false
    return this.#sources.delete(oldest[0])
  }

  /** So much of it waits for the store that its next batch has to wait as well. */
  get isFull(): boolean {
    return this.#entries > UNSTORED_ENTRIES || this.#bytes > UNSTORED_BYTES
  }
}
