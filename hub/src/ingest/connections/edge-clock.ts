/**
 * An edge's monotonic clock as its frames state it. The error of a deadline is on the early side
 * only: a stamp is always older than it looks when it arrives.
 */
export class EdgeClock {
  /** The newest stamp, and when it arrived by our own clock (performance.now). */
  #stamp = { mono: 0, arrived: 0 }

  note(mono: number, arrived: number): void {
    // Frames are not always read in the order in which they came.
    if (arrived >= this.#stamp.arrived) this.#stamp = { mono, arrived }
  }

  /** The moment `ttlMs` from now, in the edge's clock. */
  in(ttlMs: number): number {
    const { mono, arrived } = this.#stamp
    return mono + (performance.now() - arrived) + ttlMs
  }
}
