import { MAX_BATCH_ENTRIES, MAX_FRAME_BYTES } from '@vehicle-control/protocol'
import { TokenBucket } from '../limits/token-bucket.ts'

/**
 * Milliseconds of the hub's time that the frames of one agent may take: a quarter of it in the long run, and
 * so much at once after the agent was quiet.
 */
const TIME = { perSecond: 250, burst: 100 }
/** What one agent may have read and not stored: enough for the next batches to be read meanwhile. */
const UNSTORED_ENTRIES = 4 * MAX_BATCH_ENTRIES
const UNSTORED_BYTES = 8 * MAX_FRAME_BYTES

/** Sensors and inputs that one agent names within a day, more than an edge can have. */
export const SOURCES_MAX = 320
const SOURCE_KNOWN_MS = 86_400_000

/** What the frames of one agent cost and may name, over all its connections. */
export class AgentAccount {
  readonly #now: () => number
  readonly #time: TokenBucket
  #entries = 0
  #bytes = 0
  /** When each was last named, that one last. */
  readonly #sources = new Map<string, number>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#time = new TokenBucket({ ...TIME, now })
  }

  /** Notes work of so many milliseconds, on the event loop or in a transaction. */
  spend(ms: number): void {
    this.#time.spend(ms)
  }

  /** Milliseconds until its next frame may be read; 0: now. */
  waitMs(): number {
    return this.#time.waitMs(0)
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
