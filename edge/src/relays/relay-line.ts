import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import type { RelayLineConfig } from './relay-config.ts'
import type { RelayDriver } from './relay-driver.ts'

/** Between two tries to switch a relay off. */
const RETRY_MS = 1000

export interface RelayLineOptions {
  config: RelayLineConfig
  driver: RelayDriver
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  log: Logger
  /**
   * The edge switched the relay off by itself. `id` switched it on last; `onMs` is the time since
   * the first on.
   */
  onAutoOff: (id: string, onMs: number) => void
}

/** One relay: on for a limited time, and off whenever something is wrong. */
export class RelayLine {
  readonly #options: RelayLineOptions
  #period: { id: string; since: number } | null = null
  /** Cancels the timed end or the next try to switch off; only one of them is ever due. */
  #cancel = () => {}
  #loggedFault = false

  constructor(options: RelayLineOptions) {
    this.#options = options
  }

  /**
   * Switches on for `durationMs` or `maxOnMs`, whichever is less, and answers which. A relay that is
   * on already begins a new time under the new id.
   *
   * @throws DeviceError after a try to switch off.
   */
  on(id: string, durationMs: number | undefined): number {
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
    return onMs
  }

  /**
   * Switches off; answers how many milliseconds it was on.
   *
   * @throws DeviceError; further tries follow until the relay is off.
   */
  off(): number {
    this.#switchOff()
    const onMs = this.#onMs()
    this.#period = null
    return onMs
  }

  /**
   * Switches off without a command: the time is over, the edge starts or stops, a switch failed.
   */
  end(): void {
    try {
      this.#switchOff()
    } catch {
      // #switchOff has logged it and set the next try.
      return
    }
    const period = this.#period
    const onMs = this.#onMs()
    this.#period = null
    if (period !== null) this.#options.onAutoOff(period.id, onMs)
  }

  /** Switches off for good: a failure is not tried again. */
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
      this.#cancel = timers.after(RETRY_MS, () => this.end())
      throw error
    }
    if (this.#loggedFault) log.info({ pin: config.pin }, 'the relay could be switched off')
    this.#loggedFault = false
  }
}
