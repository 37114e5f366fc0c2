import type { Timers } from './timers.ts'

export interface ThrottledChangesOptions<T> {
  timers: Timers
  /** Most changes in a row that are reported at once: the tokens of a full bucket. */
  burst: number
  /** Milliseconds until one token comes back. */
  everyMs: number
  /** Reports a change. */
  report: (last: T) => void
}

/**
 * A token bucket for changes: few of them are reported at once. Of something that changes on and
 * on, such as a loose contact, only the latest change is reported, once per `everyMs`: else an SD
 * card and a hub would store every one. The very last change is always reported.
 */
export class ThrottledChanges<T> {
  readonly #options: ThrottledChangesOptions<T>
  #tokens: number
  #pending: { last: T } | null = null
  #cancel: (() => void) | null = null

  constructor(options: ThrottledChangesOptions<T>) {
    this.#options = options
    this.#tokens = options.burst
  }

  changed(to: T): void {
    if (this.#tokens === 0) {
      this.#pending = { last: to }
      return
    }
    this.#tokens--
    this.#scheduleRefill()
    this.#options.report(to)
  }

  /** Drops the change that waits; the next one is reported again. */
  stop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#pending = null
  }

  #scheduleRefill(): void {
    this.#cancel ??= this.#options.timers.after(this.#options.everyMs, () => this.#refill())
  }

  #refill(): void {
    const due = this.#pending
    this.#cancel = null
    this.#pending = null
    this.#tokens++
    if (due !== null) this.changed(due.last)
    else if (this.#tokens < this.#options.burst) this.#scheduleRefill()
  }
}
