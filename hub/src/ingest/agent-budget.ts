import { MAX_BATCH_ENTRIES, MAX_FRAME_BYTES } from '@vehicle-control/protocol'
import { TokenBucket } from '../limits/token-bucket.ts'

/**
 * Milliseconds of the hub's time that the frames of one agent may take: a quarter of it in the long
 * run, and `burst` at once after the agent was quiet.
 */
const TIME = { perSecond: 250, burst: 100 }
/**
 * Limits of one agent's entries that are read but not stored: enough to read the next batches
 * meanwhile.
 */
const UNSTORED_ENTRIES = 4 * MAX_BATCH_ENTRIES
const UNSTORED_BYTES = 8 * MAX_FRAME_BYTES

/** Sources of telemetry that one agent may name within a day: more than an edge can have. */
export const SOURCES_MAX = 320
const SOURCE_KNOWN_MS = 86_400_000

/** The costs and limits of one agent, over all its connections. */
export class AgentBudget {
  readonly #now: () => number
  readonly #time: TokenBucket
  #entries = 0
  #bytes = 0
  /** When each source was last named, in that order. */
  readonly #sources = new Map<string, number>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#time = new TokenBucket({ ...TIME, now })
  }

  /** Charges work of so many milliseconds, on the event loop or in a transaction. */
  spend(ms: number): void {
    this.#time.spend(ms)
  }

  /** Milliseconds until the agent's next frame may be read; 0: now. */
  waitMs(): number {
    return this.#time.waitMs(0)
  }

  /** Counts entries that are being stored, until `stored` has settled. */
  storing<T>(entries: number, bytes: number, stored: Promise<T>): Promise<T> {
    this.#entries += entries
    this.#bytes += bytes
    return stored.finally(() => {
      this.#entries -= entries
      this.#bytes -= bytes
    })
  }

  /** Notes a source of telemetry; returns false when there are too many. */
  acceptsSource(name: string): boolean {
    const now = this.#now()
    if (this.#sources.delete(name) || this.#sources.size < SOURCES_MAX || this.#forgetOldest(now)) {
      this.#sources.set(name, now)
      return true
    }
    return false
  }

  /** Forgets the least recently named source if that was over a day ago; else returns false. */
  #forgetOldest(now: number): boolean {
    const [oldest] = this.#sources
    if (oldest === undefined || now - oldest[1] < SOURCE_KNOWN_MS) return false
    return this.#sources.delete(oldest[0])
  }

  /** True when so many entries wait to be stored that the next batch must wait to be read. */
  get isFull(): boolean {
    return this.#entries > UNSTORED_ENTRIES || this.#bytes > UNSTORED_BYTES
  }
}
