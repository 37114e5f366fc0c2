import {
  Overloaded,
  type Release,
  Semaphore,
  type SemaphoreOptions,
} from '../../limits/semaphore.ts'
import { TokenBucket, TokenBuckets } from '../../limits/token-bucket.ts'

/** Hellos of one agent: a device that starts over and over is not to keep the others out. */
const AGENT_PACE = { perSecond: 1, burst: 30 }
/** Hellos a second that are taken however much waits, so that everybody comes in in the end. */
const BUSY_PACE = { perSecond: 10, burst: 1 }
/** Hellos that wait inside an open connection: at the busy pace less than an edge is patient. */
const WAITING_MAX = 200
const RETRY_MIN_MS = 1000
const RETRY_MAX_MS = 60_000

/** While the hub is busy, it is looked at again after so long. */
const BUSY_LOOK_MS = 50

export interface HelloAdmissionOptions extends Pick<SemaphoreOptions, 'schedule'> {
  /** More waits to be read of those who are in than is done within a second or two. */
  isBusy: () => boolean
  /** Milliseconds that only go forward. */
  now?: () => number
  random?: () => number
}

/** A hello that may go on, until `leave`; or when to come again. */
export type Admission = { leave: Release } | { retryAfterMs: number }

/**
 * Takes the hellos of thousands that come back at once as fast as their backlogs can be stored, and
 * tells those for whom there is no room when there will be: each a moment of its own. In one turn of the
 * event loop there are two at the most: what a hello asks of SQLite is done within the turn.
 */
export class HelloAdmission {
  readonly #agents: TokenBuckets<number>
  readonly #semaphore: Semaphore
  readonly #isBusy: () => boolean
  readonly #busyPace: TokenBucket
  readonly #now: () => number
  readonly #random: () => number
  /** Milliseconds from one hello to the next while some wait, on the average. */
  #spacingMs = 10
  #lastAt = 0
  /** The moment that the last one who was sent away was given. */
  #promised = 0

  constructor({
    isBusy,
    now = () => performance.now(),
    random = Math.random,
    schedule = setImmediate,
  }: HelloAdmissionOptions) {
    this.#isBusy = isBusy
    this.#now = now
    this.#random = random
    this.#agents = new TokenBuckets({ ...AGENT_PACE, now })
    this.#busyPace = new TokenBucket({ ...BUSY_PACE, now })
    this.#semaphore = new Semaphore({ permits: 2, maxWaiting: WAITING_MAX, schedule })
  }

  /** Resolves when the hello's turn has come, or at once when it has to come again. */
  async enter(agentId: number, isOpen: () => boolean): Promise<Admission> {
    if (!this.#agents.of(agentId).take()) {
      return { retryAfterMs: RETRY_MIN_MS + this.#random() * RETRY_MIN_MS }
    }
    const hadToWait = this.#semaphore.waiting > 0
    try {
      const leave = await this.#semaphore.acquire()
      // Whoever has hung up is let through, to leave at once.
      while (isOpen() && this.#isBusy() && !this.#busyPace.take()) await sleep(BUSY_LOOK_MS)
      this.#measure(hadToWait)
      return { leave }
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error
      return { retryAfterMs: this.#promise() }
    }
  }

  #measure(hadToWait: boolean): void {
    const now = this.#now()
    if (hadToWait) this.#spacingMs += 0.1 * (now - this.#lastAt - this.#spacingMs)
    this.#lastAt = now
  }

  #promise(): number {
    const now = this.#now()
    const next = Math.max(this.#promised, now + this.#semaphore.waiting * this.#spacingMs)
    // Further away than an agent may be left alone: some moment in the second half of that time.
    if (next > now + RETRY_MAX_MS) return RETRY_MAX_MS * (0.5 + this.#random() / 2)
    this.#promised = next + this.#spacingMs
    return Math.max(RETRY_MIN_MS, next - now)
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
