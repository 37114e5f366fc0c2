import type { ReaderState } from '@vehicle-control/protocol'
import type { Timers } from '../clock/timers.ts'
import type { TagRead } from '../readers/reader.ts'

/** What a reader kept for longer tells where a tag was, not where it is. */
const MAX_AGE_MS = 2000
/** For so long after its link opened a reader may give out what it has kept, without saying so. */
const AFTER_OPEN_MS = 2000
/** A loop that stood still for longer has reads waiting that may be as old. */
const STOOD_STILL_MS = 500
/** How long such reads may take to come in. */
const AFTER_STANDSTILL_MS = 500
const TICK_MS = 250

export interface FreshReadsOptions {
  monotonic: () => number
  timers: Timers
}

/** Tells the reads of tags that are at the gate now from those that have waited somewhere. */
export class FreshReads {
  readonly #options: FreshReadsOptions
  /** When the link of a reader opened, while it is open. */
  readonly #openSince = new Map<string, number>()
  #lastTick: number | null = null
  #stoodStillUntil = Number.NEGATIVE_INFINITY
  #cancel = () => {}

  constructor(options: FreshReadsOptions) {
    this.#options = options
  }

  /** Begins to watch whether the loop goes on. Idempotent. */
  start(): void {
    if (this.#lastTick !== null) return
    this.#lastTick = this.#options.monotonic()
    this.#watch()
  }

  stop(): void {
    this.#cancel()
    this.#lastTick = null
  }

  #watch(): void {
    this.#cancel = this.#options.timers.after(TICK_MS, () => {
      this.#look(this.#options.monotonic())
      this.#watch()
    })
  }

  /** Takes the present time, and what the loop has missed until then. */
  #look(now: number): void {
    if (this.#lastTick === null) return
    if (now - this.#lastTick > TICK_MS + STOOD_STILL_MS)
      this.#stoodStillUntil = now + AFTER_STANDSTILL_MS
    this.#lastTick = now
  }

  /** Takes the states of all readers, whenever one has changed. */
  readersChanged(states: readonly ReaderState[]): void {
    const now = this.#options.monotonic()
    for (const { id, state } of states) {
      if (state === 'closed') this.#openSince.delete(id)
      else if (!this.#openSince.has(id)) this.#openSince.set(id, now)
    }
  }

  /** True of a read whose tag is there now; it may begin a visit. */
  isFresh({ reader, mono, ageMs = 0 }: TagRead): boolean {
    const now = this.#options.monotonic()
    // A loop that has just come back may read before it gets to its timers.
    if (this.#lastTick === null || now - this.#lastTick > TICK_MS + STOOD_STILL_MS) this.#look(now)
    const openSince = this.#openSince.get(reader) ?? Number.NEGATIVE_INFINITY
    return (
      now - mono + ageMs <= MAX_AGE_MS &&
      now - openSince >= AFTER_OPEN_MS &&
      now >= this.#stoodStillUntil
    )
  }
}
