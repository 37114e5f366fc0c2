import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import type { RelayLineConfig } from './relay-config.ts'
import type { RelaySwitch } from './relay-driver.ts'
import { type RelayEnd, RELAY_REST_MS } from './relay-rest.ts'

/** Between two tries to switch a relay off. */
const RETRY_MS = 1000
export interface RelayLineOptions {
  config: RelayLineConfig
  driver: RelaySwitch
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  log: Logger
  /** Called when the edge has switched the relay off by itself. */
  onAutoOff: (end: RelayEnd) => void
}

/** One relay: on for a limited time, and off whenever something is wrong. */
export class RelayLine {
  readonly #options: RelayLineOptions
  #period: { id: string; since: number } | null = null
  /** The first moment on since the last rest: `maxOnMs` is counted from it, whatever comes between. */
  #countedFrom = Number.NEGATIVE_INFINITY
  #offSince = Number.NEGATIVE_INFINITY
  /** On for an emergency until then. */
  #emergencyUntil = Number.NEGATIVE_INFINITY
  /** Cancels the timed end or the next try to switch off; only one of them is ever due. */
  #cancel = () => {}
  /** Switching it off failed, and is retried; logged once. */
  #faulty = false

  constructor(options: RelayLineOptions) {
    this.#options = options
  }

  get isOn(): boolean {
    return this.#period !== null
  }

  /** It is off, and has been for RELAY_REST_MS. */
  get hasRested(): boolean {
    // What could not be switched off may still be on.
    if (this.#period !== null || this.#faulty) return false
    return this.#options.monotonic() - this.#offSince >= RELAY_REST_MS
  }

  /**
   * Switches on until `durationMs` are over, but not beyond `maxOnMs` since the first moment on, and
   * answers for how long from now. A relay that is on goes on under the new id; only a rest of
   * RELAY_REST_MS off begins a new `maxOnMs`. What is on for an emergency is made no shorter. Answers
   * null, and moves nothing, when none of `maxOnMs` is left.
   *
   * @throws DeviceError after a try to switch off.
   */
  on(id: string, durationMs: number | undefined, emergency = false): number | null {
    const { config, driver, monotonic, timers } = this.#options
    const now = monotonic()
    if (this.hasRested) this.#countedFrom = now
    const leftMs = Math.floor(this.#countedFrom + config.maxOnMs - now)
    if (leftMs <= 0) return null
    this.#cancel()
    try {
      driver.set(config.pin, 1)
    } catch (error) {
      this.end()
      // It may have been on for that moment.
      this.#offSince = monotonic()
      throw error
    }
    this.#period = { id, since: this.#period?.since ?? now }
    const heldMs = Math.floor(this.#emergencyUntil - now)
    const onMs = Math.min(Math.max(durationMs ?? config.maxOnMs, heldMs), leftMs)
    if (emergency) this.#emergencyUntil = now + onMs
    this.#cancel = timers.after(onMs - (monotonic() - now), () => this.end())
    return onMs
  }

  /**
   * Switches off; answers how many milliseconds it was on.
   *
   * @throws DeviceError; further tries follow until the relay is off.
   */
  off(): number {
    this.#switchOff()
    return this.#endPeriod()?.onMs ?? 0
  }

  /** Switches off without a command and reports it: the time is over, a switch failed. */
  end(): void {
    const ended = this.#end()
    if (ended !== null) this.#options.onAutoOff(ended)
  }

  /**
   * Switches off for good: a failure is not tried again. Answers what is to be reported, for when
   * every other relay is off too.
   */
  stop(): RelayEnd | null {
    const ended = this.#end()
    this.#cancel()
    return ended
  }

  #end(): RelayEnd | null {
    try {
      this.#switchOff()
    } catch {
      // #switchOff has logged it and set the next try.
      return null
    }
    return this.#endPeriod()
  }

  #endPeriod(): RelayEnd | null {
    if (this.#period === null) return null
    const { id, since } = this.#period
    this.#period = null
    this.#emergencyUntil = Number.NEGATIVE_INFINITY
    return { id, onMs: Math.round(this.#offSince - since) }
  }

  #switchOff(): void {
    const { config, driver, timers, log } = this.#options
    this.#cancel()
    try {
      driver.set(config.pin, 0)
    } catch (error) {
      if (!this.#faulty) {
        log.error({ pin: config.pin, err: error }, 'a relay cannot be switched off')
      }
      this.#faulty = true
      this.#cancel = timers.after(RETRY_MS, () => this.end())
      throw error
    }
    if (this.#period !== null || this.#faulty) this.#offSince = this.#options.monotonic()
    if (this.#faulty) log.info({ pin: config.pin }, 'the relay could be switched off')
    this.#faulty = false
  }
}
