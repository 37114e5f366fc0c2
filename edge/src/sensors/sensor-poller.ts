import { TelemetryData, type TelemetryType } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import type { Sensor } from './sensor.ts'

/**
 * Possible values of each type: sensors are known to send impossible ones with a right checksum.
 * Gas is volts of a divided 5 V, or the ratio Rs/R0.
 */
const LIMITS: Partial<Record<TelemetryType, { min: number; max: number }>> = {
  temp: { min: -40, max: 125 },
  hum: { min: 0, max: 100 },
  gas: { min: 0, max: 100 },
}

/** A measurement without an answer for this long is given up, and the sensor asked again. */
const ANSWER_WITHIN_MS = 60_000
/** Given up, but still under way: each may hold a thread, of which Node has four. */
const HUNG_MAX = 2

export interface SensorPollerOptions {
  sensor: Sensor
  everyMs: number
  timers: Timers
  log: Logger
  onSample: (sample: TelemetryData) => void
}

/** Measures with one sensor at its pace; a loss and a recovery are logged once each. */
export class SensorPoller {
  readonly #options: SensorPollerOptions
  #cancel = () => {}
  #stopped = true
  /** Ends the measurement under way; null without one. */
  #giveUp: (() => void) | null = null
  #hung = 0
  #fault = ''
  #dropped = 0

  constructor(options: SensorPollerOptions) {
    this.#options = options
  }

  /** Samples dropped as impossible since the edge started. */
  get dropped(): number {
    return this.#dropped
  }

  /** Measures at once, then every `everyMs`. */
  start(): void {
    if (!this.#stopped) return
    this.#stopped = false
    this.#tick()
  }

  /** Ends the polling; a measurement under way is not reported. Idempotent. */
  stop(): void {
    this.#stopped = true
    this.#cancel()
    this.#giveUp?.()
  }

  #tick(): void {
    this.#cancel = this.#options.timers.after(this.#options.everyMs, () => this.#tick())
    if (this.#giveUp !== null || this.#hung >= HUNG_MAX) this.#failed('it does not answer')
    else void this.#measure()
  }

  async #measure(): Promise<void> {
    const given = new AbortController()
    const giveUp = () => {
      cancel()
      given.abort()
      this.#giveUp = null
      this.#hung++
    }
    const cancel = this.#options.timers.after(ANSWER_WITHIN_MS, giveUp)
    this.#giveUp = giveUp
    try {
      const samples = await this.#options.sensor.measure(given.signal)
      if (!given.signal.aborted) this.#take(samples)
    } catch (error) {
      // Whatever is wrong with a sensor, the gate goes on without it.
      if (!given.signal.aborted)
        this.#failed(error instanceof Error ? error.message : String(error))
    }
    if (given.signal.aborted) this.#hung--
    else {
      cancel()
      this.#giveUp = null
    }
  }

  #take(samples: readonly TelemetryData[]): void {
    if (this.#stopped) return
    const bad = samples.filter((sample) => !isPossible(sample))
    this.#dropped += bad.length
    for (const sample of samples) if (!bad.includes(sample)) this.#options.onSample(sample)
    if (bad.length > 0) this.#failed(`it tells ${bad.map((s) => `${s.type} ${s.value}`).join()}`)
    else this.#recovered()
  }

  #failed(fault: string): void {
    const { sensor, log } = this.#options
    if (this.#fault === '') log.warn({ sensor: sensor.name, fault }, 'a sensor fails')
    this.#fault = fault
  }

  #recovered(): void {
    if (this.#fault === '') return
    const { sensor, log } = this.#options
    log.info({ sensor: sensor.name, dropped: this.#dropped }, 'the sensor is back')
    this.#fault = ''
  }
}

function isPossible(sample: TelemetryData): boolean {
  if (!TelemetryData.safeParse(sample).success) return false
  const { min, max } = LIMITS[sample.type] ?? { min: -Infinity, max: Infinity }
  return sample.value >= min && sample.value <= max
}
