import { type RelayEnd, RELAY_REST_MS } from '../relay-rest.ts'
import { type BoardLine, PULSE_STEP_MS } from '../board-config.ts'

interface Period {
  id: string
  since: number
  /** When the board's own timer ends it. */
  until: number
}

/** What is known of one relay of a board. All times are CLOCK_MONOTONIC, milliseconds. */
export class PulseRelay {
  readonly config: BoardLine
  readonly coil: number
  period: Period | null = null
  /** How many orders to go off it has got: an ON that still waits for its turn is not sent after one. */
  offs = 0
  /** Something else has switched it on. */
  isForeign = false
  #countedFrom = Number.NEGATIVE_INFINITY
  #offSince = Number.NEGATIVE_INFINITY
  /** An ON was sent since the board last said that it is off. */
  #mayBeOn = false

  constructor(config: BoardLine) {
    this.config = config
    this.coil = config.channel - 1
  }

  hasRested(now: number): boolean {
    return !this.#mayBeOn && !this.isForeign && now - this.#offSince >= RELAY_REST_MS
  }

  /**
   * How many steps of its timer an order may have now: no more than it asks for, and than is left of
   * `maxOnMs` since the first moment on, but at least one; 0 where none is left.
   */
  stepsOf(durationMs: number | undefined, now: number): number {
    const { maxOnMs } = this.config
    const countedFrom = this.hasRested(now) ? now : this.#countedFrom
    const leftSteps = Math.floor((countedFrom + maxOnMs - now) / PULSE_STEP_MS)
    const asked = Math.floor((durationMs ?? maxOnMs) / PULSE_STEP_MS)
    return Math.max(0, Math.min(Math.max(1, asked), leftSteps))
  }

  /** An ON is sent: whatever becomes of it, its time counts from now. */
  sending(now: number): void {
    if (this.hasRested(now)) this.#countedFrom = now
    this.#mayBeOn = true
  }

  /** The board has confirmed an ON that was sent at `sentAt`; answers for how long, in milliseconds. */
  wentOn(id: string, steps: number, sentAt: number): number {
    const onMs = steps * PULSE_STEP_MS
    this.period = { id, since: this.period?.since ?? sentAt, until: sentAt + onMs }
    return onMs
  }

  /** The board has confirmed that it is off; answers what ends with that. */
  isOff(now: number): RelayEnd | null {
    if (this.#mayBeOn || this.isForeign) this.#offSince = now
    this.#mayBeOn = false
    this.isForeign = false
    const { period } = this
    this.period = null
    if (period === null) return null
    return { id: period.id, onMs: Math.round(Math.min(now, period.until) - period.since) }
  }
}
