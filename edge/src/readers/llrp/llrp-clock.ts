/** No reader holds reports for longer: its clock was set while it held them. */
const AGE_MAX_MS = 30 * 86_400_000
/** Two clocks run apart by less. */
const DRIFT = 2e-4
/** The way of a message, and that of a report which the reader fills with others. */
const TRANSIT_MS = 50
/** What a reader held back comes at the beginning of a connection. */
const BACKLOG_WITHIN_MS = 10 * 60_000

/** The ages of reads by the reader's own clock, whatever that clock shows. */
export class LlrpClock {
  #readerMs = 0
  #mono: number | null = null
  #connectedAt = 0

  /** A connection has begun: the clock may have been set since. */
  restart(mono: number): void {
    this.#mono = null
    this.#connectedAt = mono
  }

  /** The reader's clock showed `readerMs` in what arrived at `mono`. */
  compare(readerMs: number, mono: number): void {
    this.#readerMs = readerMs
    this.#mono = mono
  }

  /**
   * For how long the reader kept a read of `readerMs` that arrived at `mono`, in milliseconds;
   * undefined when its clock was not compared on this connection or was set since: the read is then
   * of its arrival.
   */
  age(readerMs: number | undefined, mono: number): number | undefined {
    if (readerMs === undefined || this.#mono === null) return undefined
    const sinceCompared = mono - this.#mono
    const age = sinceCompared - (readerMs - this.#readerMs)
    // A clock set forward makes every age negative, one set back makes what is read now look as if
    // it was of before the connection.
    if (age <= TRANSIT_MS + sinceCompared * DRIFT) return undefined
    const connectedMs = mono - this.#connectedAt
    if (age > AGE_MAX_MS || (connectedMs > BACKLOG_WITHIN_MS && age > connectedMs)) return undefined
    return age
  }
}
