import type { LineEvent } from './input-port.ts'

/** A level counts once it has held for long enough; all times are monotonic. */
export class Debounce {
  readonly #holdMs: number
  #level: boolean
  #since: number
  #settled: boolean | null = null

  /** Until its first level has held, an input has none. */
  constructor(holdMs: number, first: LineEvent) {
    this.#holdMs = holdMs
    this.#level = first.active
    this.#since = first.at
  }

  /** Takes an edge; answers a level that has held before it, else null. */
  edge({ active, at, afterGap }: LineEvent): boolean | null {
    // An edge is missing: for how long the level before it held is not known.
    const isBroken = afterGap === true || active === this.#level
    const held = isBroken ? null : this.settle(at)
    this.#level = active
    this.#since = at
    return held
  }

  /** Answers a level that has now held for long enough, once; else null. */
  settle(now: number): boolean | null {
    if (this.#level === this.#settled || now - this.#since < this.#holdMs) return null
    this.#settled = this.#level
    return this.#level
  }
}
