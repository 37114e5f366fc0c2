import { TokenBucket } from '../../limits/token-bucket.ts'
import { Turnstile, type TurnstileOptions } from './turnstile.ts'

/** Hellos of one agent: a device that starts over and over is not to keep the others out. */
const AGENT_PACE = { perSecond: 1, burst: 30 }
/** Hellos a second that are taken however much waits, so that everybody comes in in the end. */
const BUSY_PACE = { perSecond: 10, burst: 1 }
/** Hellos that wait inside an open connection: at the busy pace less than an edge is patient. */
const WAITING_MAX = 200
const RETRY_MIN_MS = 1000
const RETRY_MAX_MS = 60_000

export interface HelloAdmissionOptions extends Pick<TurnstileOptions, 'later'> {
  /** More waits to be read of those who are in than is done within a second or two. */
  isBusy: () => boolean
  /** Milliseconds that only go forward. */
  now?: () => number
  random?: () => number
}

/** A hello that may go on, until `leave`; or when to come again. */
export type Admission = { leave: () => void } | { retryAfterMs: number }

/**
 * Takes the hellos of thousands that come back at once as fast as their backlogs can be stored, and
 * tells those for whom there is no room when there will be: each a moment of its own.
 */
export class HelloAdmission {
  readonly #agents = new Map<number, TokenBucket>()
  readonly #turnstile: Turnstile
  readonly #now: () => number
  readonly #random: () => number
  /** Milliseconds from one hello to the next while some wait, on the average. */
  #spacingMs = 10
  #lastAt = 0
  /** The moment that the last one who was sent away was given. */
  #promised = 0

  constructor({ isBusy, now = () => performance.now(), random, ...rest }: HelloAdmissionOptions) {
    this.#now = now
    this.#random = random ?? Math.random
    const busyPace = new TokenBucket({ ...BUSY_PACE, now })
    this.#turnstile = new Turnstile({
      atOnce: 2,
      maxWaiting: WAITING_MAX,
      mayEnter: () => !isBusy() || busyPace.take(),
      ...rest,
    })
  }

  /** Resolves when the hello's turn has come, or at once when it has to come again. */
  async enter(agentId: number, isOpen: () => boolean): Promise<Admission> {
    if (!this.#agentBucket(agentId).take()) {
      return { retryAfterMs: RETRY_MIN_MS + this.#random() * RETRY_MIN_MS }
    }
    const hadToWait = this.#turnstile.waiting > 0
    const leave = await this.#turnstile.enter(isOpen)
    if (leave === null) return { retryAfterMs: this.#promise() }
    this.#measure(hadToWait)
    return { leave }
  }

  #agentBucket(agentId: number): TokenBucket {
    let bucket = this.#agents.get(agentId)
    if (bucket === undefined) {
      bucket = new TokenBucket({ ...AGENT_PACE, now: this.#now })
      this.#agents.set(agentId, bucket)
    }
    return bucket
  }

  #measure(hadToWait: boolean): void {
    const now = this.#now()
    if (hadToWait) this.#spacingMs += 0.1 * (now - this.#lastAt - this.#spacingMs)
    this.#lastAt = now
  }

  #promise(): number {
    const now = this.#now()
    const next = Math.max(this.#promised, now + this.#turnstile.waiting * this.#spacingMs)
    // Further away than an agent may be left alone: some moment in the second half of that time.
    if (next > now + RETRY_MAX_MS) return RETRY_MAX_MS * (0.5 + this.#random() / 2)
    this.#promised = next + this.#spacingMs
    return Math.max(RETRY_MIN_MS, next - now)
  }
}
