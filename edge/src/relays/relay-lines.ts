import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import type { RelayLineConfig } from './relay-config.ts'
import type { RelaySwitch } from './relay-driver.ts'
import { RelayLine } from './relay-line.ts'
import type { RelayEnd } from './relay-rest.ts'

export interface RelayLinesOptions {
  lines: readonly RelayLineConfig[]
  others?: {
    /** No relay goes on while another is on, or has not rested since. */
    interlock?: boolean | undefined
    /** The same of the relays that are on no line. */
    hasRested: () => boolean
  }
  driver: RelaySwitch
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  log: Logger
  /** Called when the edge has switched a relay off by itself. */
  onAutoOff: (pin: number, end: RelayEnd) => void
}

/** An order to switch a relay on. */
export interface SwitchOn {
  id: string
  pin: number
  /** Absent, or longer than the relay may be on: for as long as it may. */
  durationMs?: number
  /** Neither another relay nor a blocking input keeps it off, and no other order makes it shorter. */
  emergency?: boolean
}

/** All relays of the edge, and what keeps one off because of something else. */
export class RelayLines {
  readonly #others: RelayLinesOptions['others']
  readonly #lines: ReadonlyMap<number, RelayLine>
  /** The pins that may not be switched on, by the source that blocks them. */
  readonly #blocks = new Map<string, readonly number[]>()

  constructor({ lines, others, onAutoOff, ...rest }: RelayLinesOptions) {
    this.#others = others
    this.#lines = new Map(
      lines.map((config) => {
        const { pin } = config
        return [pin, new RelayLine({ ...rest, config, onAutoOff: (end) => onAutoOff(pin, end) })]
      }),
    )
  }

  get pins(): number[] {
    return [...this.#lines.keys()]
  }

  /** Every relay is off, and has been for RELAY_REST_MS. */
  get haveRested(): boolean {
    return [...this.#lines.values()].every((line) => line.hasRested)
  }

  isOn(pin: number): boolean {
    return this.#lines.get(pin)?.isOn ?? false
  }

  /** The relays that a source lets nobody switch on, from now on; none: it blocks no more. */
  block(source: string, pins: readonly number[]): void {
    this.#blocks.set(source, pins)
  }

  /**
   * Switches a relay on as RelayLine does. Answers null, and moves nothing, when it is blocked, or
   * another relay is on, or none of its time is left.
   *
   * @throws DeviceError
   */
  on({ id, pin, durationMs, emergency = false }: SwitchOn): number | null {
    if (!emergency && (this.#isBlocked(pin) || this.#isLockedOut(pin))) return null
    return this.#lines.get(pin)?.on(id, durationMs, emergency) ?? null
  }

  /**
   * Switches a relay off; answers how many milliseconds it was on.
   *
   * @throws DeviceError; further tries follow until the relay is off.
   */
  off(pin: number): number {
    return this.#lines.get(pin)?.off() ?? 0
  }

  /** Switches a relay off without a command; reports it by `onAutoOff` when it was on. */
  end(pin: number): void {
    this.#lines.get(pin)?.end()
  }

  /** Switches all off for good, and answers what is to be reported of those that were on. */
  stop(): { pin: number; end: RelayEnd }[] {
    return [...this.#lines].flatMap(([pin, line]) => {
      const end = line.stop()
      return end === null ? [] : [{ pin, end }]
    })
  }

  #isBlocked(pin: number): boolean {
    for (const pins of this.#blocks.values()) if (pins.includes(pin)) return true
    return false
  }

  #isLockedOut(pin: number): boolean {
    if (!this.#others?.interlock) return false
    if (!this.#others.hasRested()) return true
    for (const [other, line] of this.#lines) if (other !== pin && !line.hasRested) return true
    return false
  }
}
