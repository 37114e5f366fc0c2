import type { Timers } from './timers.ts'

export interface PacedOptions<T> {
  timers: Timers
  /** So many in a row are told at once. */
  burst: number
  /** From then on one is told in this time. */
  everyMs: number
  tell: (last: T) => void
}

/**
 * Tells changes at once as long as they are few. Of what changes on and on, such as a loose contact,
 * only the last is told now and then: an SD card and a hub would else store every one of them. The
 * very last is always told.
 */
export class Paced<T> {
  readonly #options: PacedOptions<T>
  #left: number
  #due: { last: T } | null = null
  #cancel: (() => void) | null = null

  constructor(options: PacedOptions<T>) {
    this.#options = options
    this.#left = options.burst
  }

  changed(to: T): void {
    if (this.#left === 0) {
      this.#due = { last: to }
      return
    }
    this.#left--
    this.#wait()
    this.#options.tell(to)
  }

  /** Nothing is told any more of what has changed before. */
  stop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#due = null
  }

  #wait(): void {
    this.#cancel ??= this.#options.timers.after(this.#options.everyMs, () => this.#refill())
  }

  #refill(): void {
    const due = this.#due
    this.#cancel = null
    this.#due = null
    this.#left++
    if (due !== null) this.changed(due.last)
    else if (this.#left < this.#options.burst) this.#wait()
  }
}
