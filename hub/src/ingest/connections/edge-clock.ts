/**
 * An edge's monotonic clock, estimated from the stamps of its frames. A stamp is always older than
 * its arrival, so that a deadline can only be too early, never too late.
 */
export class EdgeClock {
  /** The newest stamp, and when it arrived (performance.now()). */
  #stamp = { mono: 0, arrived: 0 }

  note(mono: number, arrived: number): void {
    // Frames are not always handled in the order in which they arrived.
    if (arrived >= this.#stamp.arrived) this.#stamp = { mono, arrived }
  }

  /** The moment `ttlMs` from now, in the edge's clock. */
  in(ttlMs: number): number {
    const { mono, arrived } = this.#stamp
    return mono + (performance.now() - arrived) + ttlMs
  }
}
