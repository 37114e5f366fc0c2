/** Keep-alives, one a second, for which a fault that is not repeated still holds. */
const HELD_FOR = 5

/** What is wrong with a module that reads: each fault from when it is told until it no longer is. */
export class ThingMagicWarnings {
  readonly #left = new Map<string, number>()

  raise(fault: string): void {
    this.#left.set(fault, HELD_FOR)
  }

  /** A second has passed. */
  tick(): void {
    for (const [fault, left] of this.#left) {
      if (left > 1) this.#left.set(fault, left - 1)
      else this.#left.delete(fault)
    }
  }

  text(): string | null {
    return this.#left.size > 0 ? [...this.#left.keys()].join('; ') : null
  }
}
