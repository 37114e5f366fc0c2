import {
  Overloaded,
  type Release,
  Semaphore,
  type SemaphoreOptions,
} from '../../limits/semaphore.ts'
import { TokenBucket, TokenBuckets } from '../../limits/token-bucket.ts'

/** Limit of one agent's hellos: a device that restarts over and over must not keep others out. */
const AGENT_PACE = { perSecond: 1, burst: 30 }
/** Hellos that are served even while the hub is busy, so that every agent gets in eventually. */
const BUSY_PACE = { perSecond: 10, burst: 1 }
/**
 * Limit of hellos that wait in an open connection: even at the busy pace an edge does not time out.
 */
const WAITING_MAX = 200
const RETRY_MIN_MS = 1000
const RETRY_MAX_MS = 60_000

/** How often to check whether the hub is still busy. */
const BUSY_CHECK_MS = 50

export interface HelloAdmissionOptions extends Pick<SemaphoreOptions, 'schedule'> {
  /**
   * True while agents past their hello have sent more than the hub handles within a second or two.
   */
  isBusy: () => boolean
  /** Milliseconds that only go forward. */
  now?: () => number
  random?: () => number
}

/** A hello that may be served, and `leave` to call afterwards; or when to try again. */
export type Admission = { leave: Release } | { retryAfterMs: number }

/**
 * Admits the hellos of thousands of agents that reconnect at once, as fast as their backlogs can be
 * stored. Agents for which the queue has no room get a time to retry, each another one. Serves at
 * most two hellos at once, since SQLite's part of a hello blocks the event loop.
 */
export class HelloAdmission {
  readonly #agents: TokenBuckets<number>
  readonly #semaphore: Semaphore
  readonly #isBusy: () => boolean
  readonly #busyPace: TokenBucket
  readonly #now: () => number
  readonly #random: () => number
  /** Moving average of the milliseconds between two hellos while some wait. */
  #spacingMs = 10
  #lastAt = 0
  /** When the last agent that was sent away is to retry. */
  #lastRetryAt = 0

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

  /** Resolves when it is the hello's turn, or at once when the agent has to retry. */
  async enter(agentId: number, isOpen: () => boolean): Promise<Admission> {
    if (!this.#agents.of(agentId).take()) {
      return { retryAfterMs: RETRY_MIN_MS + this.#random() * RETRY_MIN_MS }
    }
    const hadToWait = this.#semaphore.waiting > 0
    try {
      const leave = await this.#semaphore.acquire()
      // A hello whose connection has closed need not wait: it leaves at once.
      while (isOpen() && this.#isBusy() && !this.#busyPace.take()) await sleep(BUSY_CHECK_MS)
      this.#measure(hadToWait)
      return { leave }
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error
      return { retryAfterMs: this.#nextRetryMs() }
    }
  }

  #measure(hadToWait: boolean): void {
    const now = this.#now()
    if (hadToWait) this.#spacingMs += 0.1 * (now - this.#lastAt - this.#spacingMs)
    this.#lastAt = now
  }

  #nextRetryMs(): number {
    const now = this.#now()
    const next = Math.max(this.#lastRetryAt, now + this.#semaphore.waiting * this.#spacingMs)
    // Beyond the longest retry time: a random moment in the second half of it.
    if (next > now + RETRY_MAX_MS) return RETRY_MAX_MS * (0.5 + this.#random() / 2)
    this.#lastRetryAt = next + this.#spacingMs
    return Math.max(RETRY_MIN_MS, next - now)
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
