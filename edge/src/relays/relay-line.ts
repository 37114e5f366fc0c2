import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import type { RelayLineConfig } from './relay-config.ts'
import type { RelayDriver } from './relay-driver.ts'

/** A relay that could not be switched off is tried again this often, until it is. */
const retryMs = 1000

export interface RelayLineOptions {
  config: RelayLineConfig
  driver: RelayDriver
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  log: Logger
  /** The edge switched it off by itself: the id that switched it on last, and how long it was on. */
  onAutoOff: (id: string, onMs: number) => void
}

/** One relay: on for a time at the most, and off whenever something is wrong. */
export class RelayLine {
  readonly #options: RelayLineOptions
  #period: { id: string; since: number } | null = null
  /** Cancels the end of the time, or the next try to switch off: never are both due. */
  #cancel = () => {}
  #loggedFault = false

  constructor(options: RelayLineOptions) {
    this.#options = options
  }

  /**
   * Switches on for `durationMs` or `maxOnMs`, whichever is less. While on, the time begins anew
   * under the new id.
   *
   * @throws DeviceError after having tried to switch off.
   */
  on(id: string, durationMs: number | undefined): void {
    const { config, driver, monotonic, timers } = this.#options
    this.#cancel()
    const now = monotonic()
    try {
      driver.set(config.pin, 1)
    } catch (error) {
      this.end()
      throw error
    }
    this.#period = { id, since: this.#period?.since ?? now }
    const onMs = Math.min(durationMs ?? config.maxOnMs, config.maxOnMs)
    this.#cancel = timers.after(onMs - (monotonic() - now), () => this.end())
  }

  /**
   * Switches off and tells how long it was on.
   *
   * @throws DeviceError; it is tried again until the relay is off.
   */
  off(): number {
    this.#switchOff()
    const onMs = this.#onMs()
    this.#period = null
    return onMs
  }

  /** Switches off without being told to: the time is over, the edge starts, stops or is in trouble. */
  end(): void {
    try {
      this.#switchOff()
    } catch {
      // Told by #switchOff, which has set the next try.
      return
    }
    const period = this.#period
    const onMs = this.#onMs()
    this.#period = null
    if (period !== null) this.#options.onAutoOff(period.id, onMs)
  }

  /** Switches off for good: what fails now is not tried again. */
  stop(): void {
    this.end()
    this.#cancel()
  }

  #onMs(): number {
    return this.#period === null ? 0 : Math.round(this.#options.monotonic() - this.#period.since)
  }

  #switchOff(): void {
    const { config, driver, timers, log } = this.#options
    this.#cancel()
    try {
      driver.set(config.pin, 0)
    } catch (error) {
      if (!this.#loggedFault) {
        log.error({ pin: config.pin, err: error }, 'a relay cannot be switched off')
      }
      this.#loggedFault = true
      this.#cancel = timers.after(retryMs, () => this.end())
      throw error
    }
    if (this.#loggedFault) log.info({ pin: config.pin }, 'the relay could be switched off')
    this.#loggedFault = false
  }
}
