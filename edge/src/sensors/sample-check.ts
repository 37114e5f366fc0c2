import type { Quantity } from './sensor.ts'

/**
 * Keeps out what cannot be: sensors send impossible values, and possible wrong ones, with a right
 * checksum. A jump is taken only when the next value bears it out.
 */
export class SampleCheck {
  readonly #quantity: Quantity
  #last: number | null = null
  /** The last value that was held back as a jump. */
  #held: number | null = null

  constructor(quantity: Quantity) {
    this.#quantity = quantity
  }

  /** The fault of this value, which is then not to be sent; null for a good one. */
  faultOf(value: number | undefined): string | null {
    const { type, unit, min, max } = this.#quantity
    const held = this.#held
    this.#held = null
    if (value === undefined || !(value >= min && value <= max)) {
      return `it tells ${type} ${value} ${unit}, which is not from ${min} to ${max}`
    }
    if (this.#isNear(value, this.#last) || (held !== null && this.#isNear(value, held))) {
      this.#last = value
      return null
    }
    this.#held = value
    return `${type} went from ${this.#last} to ${value} ${unit} at once`
  }

  /** What was measured long ago says nothing of what comes next. */
  forget(): void {
    this.#last = null
    this.#held = null
  }

  #isNear(value: number, known: number | null): boolean {
    return known === null || Math.abs(value - known) <= (this.#quantity.jump ?? Infinity)
  }
}
