/** One exchange with the hub; all times in milliseconds. */
export interface HubTimeSample {
  /** Monotonic, when the question left. */
  sentMono: number
  /** The hub's wall clock in its answer. */
  hubWall: number
  /** Monotonic, when the answer came. */
  receivedMono: number
}

interface Estimate {
  /** Hub wall time minus monotonic time. */
  offset: number
  roundTrip: number
  mono: number
}

const KEEP_SAMPLES = 16
/** Crystals drift by up to 100 ppm: 60 ms in this time. */
const KEEP_MS = 10 * 60_000
/** Two estimates further apart than this mean that the hub's own clock was set. */
const HUB_STEP_MS = 1000

/**
 * The difference between the hub's wall clock and the monotonic clock. The exchange with the
 * shortest round trip of the last minutes counts, because half of it bounds the error.
 */
export class HubOffset {
  #estimates: Estimate[] = []

  /** Ignores an exchange that took negative time or carries no number. */
  add(sample: HubTimeSample): void {
    const roundTrip = sample.receivedMono - sample.sentMono
    const offset = sample.hubWall - (sample.sentMono + roundTrip / 2)
    if (!(roundTrip >= 0) || !Number.isFinite(offset)) return
    const fresh = { offset, roundTrip, mono: sample.receivedMono }
    this.#estimates = this.#estimates.filter(
      (known) =>
        fresh.mono - known.mono <= KEEP_MS &&
        Math.abs(known.offset - offset) <= HUB_STEP_MS + (known.roundTrip + roundTrip) / 2,
    )
    this.#estimates.push(fresh)
    if (this.#estimates.length > KEEP_SAMPLES) this.#estimates.shift()
  }

  /** Milliseconds to add to monotonic time to get the hub's, or null before the first exchange. */
  value(): number | null {
    let best: Estimate | null = null
    for (const estimate of this.#estimates) {
      if (best === null || estimate.roundTrip <= best.roundTrip) best = estimate
    }
    return best === null ? null : best.offset
  }
}
