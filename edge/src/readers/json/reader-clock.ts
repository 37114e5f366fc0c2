import type { Stamp } from '../../clock/clock.ts'

/** A time that is older, or ahead by more, comes from a clock that was never set. */
export const AGE_MAX_MS = 7 * 24 * 3_600_000
/** Clocks that differ by less agree. */
export const CLOCKS_AGREE_MS = 5000
/** Reads that are late by the same for this long are late by the reader's clock alone. */
export const STEADY_MS = 30_000

/**
 * How much later than by the reader's clock its messages come. What a broker kept comes all at once,
 * so it is late by less and less; a clock that is behind makes everything late by the same, for ever.
 */
export class ReaderClock {
  readonly #stamp: (mono: number) => Stamp
  #quality: Stamp['clock'] | null = null
  /**
   * The lateness of a read that comes at once; null before the first while the edge has no clock.
   */
  #offsetMs: number | null = null
  /** The latest run of reads that were late by the same. */
  #steady = { since: 0, least: 0, most: 0 }

  constructor(stamp: (mono: number) => Stamp) {
    this.#stamp = stamp
  }

  /**
   * For how long a read of `at` (by the reader's clock) was kept before it came at `mono`: finite, not
   * negative, at most AGE_MAX_MS. Undefined for a time that is absurd.
   */
  ageMs(at: number, mono: number): number | undefined {
    const { at: now, clock } = this.#stamp(mono)
    const late = now - at
    if (!(Math.abs(late) <= AGE_MAX_MS)) return undefined
    if (clock !== this.#quality) this.#begin(clock, late, mono)
    this.#learn(late, mono)
    return Math.min(Math.max(0, late - (this.#offsetMs ?? late)), AGE_MAX_MS)
  }

  /** How far the reader's clock is behind the edge's, negative when ahead; 0 while they agree. */
  behindMs(): number {
    return this.#quality === 'unsynced' ? 0 : (this.#offsetMs ?? 0)
  }

  // Another source of the edge's time may have moved it: what was learnt is void.
  #begin(clock: Stamp['clock'], late: number, mono: number): void {
    this.#quality = clock
    this.#offsetMs = clock === 'unsynced' ? null : 0
    this.#steady = { since: mono, least: late, most: late }
  }

  #learn(late: number, mono: number): void {
    const least = Math.min(this.#steady.least, late)
    const most = Math.max(this.#steady.most, late)
    if (most - least > CLOCKS_AGREE_MS) this.#steady = { since: mono, least: late, most: late }
    else this.#steady = { since: this.#steady.since, least, most }

    const offset = this.#offsetMs
    const isSteady = mono - this.#steady.since >= STEADY_MS
    if (offset === null || late < offset - CLOCKS_AGREE_MS) this.#offsetMs = this.#whole(late)
    else if (isSteady && this.#steady.least > offset + CLOCKS_AGREE_MS) {
      this.#offsetMs = this.#whole(this.#steady.least)
    }
  }

  #whole(late: number): number {
    return this.#quality !== 'unsynced' && Math.abs(late) <= CLOCKS_AGREE_MS ? 0 : late
  }
}
