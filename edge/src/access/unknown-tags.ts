import type { Timers } from '../clock/timers.ts'

const PER_MINUTE = 20
const MINUTE_MS = 60_000

export interface UnknownTagsOptions<T> {
  timers: Timers
  /** Writes a decision that stands for so many. */
  write: (decision: T, count: number) => void
}

/**
 * Decisions on tags that the list does not hold: a minute's first are written one by one, the others as one
 * with their count when the minute is over. A crowd of unknown tags then fills no card.
 */
export class UnknownTags<T> {
  readonly #options: UnknownTagsOptions<T>
  #written = 0
  #rest: { first: T; count: number } | null = null
  #cancel: (() => void) | null = null

  constructor(options: UnknownTagsOptions<T>) {
    this.#options = options
  }

  /** True where the decision is to be written now, by itself; else it is counted. */
  take(decision: T): boolean {
    this.#cancel ??= this.#options.timers.after(MINUTE_MS, () => this.flush())
    if (this.#written < PER_MINUTE) {
      this.#written++
      return true
    }
    this.#rest ??= { first: decision, count: 0 }
    this.#rest.count++
    return false
  }

  /** Writes what was counted, and begins a new minute with the next one. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#written = 0
    const rest = this.#rest
    this.#rest = null
    if (rest !== null) this.#options.write(rest.first, rest.count)
  }
}
