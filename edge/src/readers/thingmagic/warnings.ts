/** Keep-alives, one per second, for which a fault holds after its last report. */
const HELD_FOR = 5

/** The faults of a module that reads: each until it was not reported for some seconds. */
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
