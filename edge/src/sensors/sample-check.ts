import type { Quantity } from './sensor.ts'

/**
 * Rejects wrong values: sensors send impossible ones, and possible ones that are wrong, with a
 * valid checksum. A jump is accepted only when the next value confirms it.
 */
export class SampleCheck {
  readonly #quantity: Quantity
  #last: number | null = null
  /** The last value that was held back as a jump. */
  #held: number | null = null

  constructor(quantity: Quantity) {
    this.#quantity = quantity
  }

  /** Why this value must not be sent; null for a good one. */
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

  /** Forgets the last values: after a long loss they say nothing about the next one. */
  forget(): void {
    this.#last = null
    this.#held = null
  }

  #isNear(value: number, known: number | null): boolean {
    return known === null || Math.abs(value - known) <= (this.#quantity.jump ?? Infinity)
  }
}
