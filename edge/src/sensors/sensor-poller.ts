import type { SensorState, TelemetryData, TelemetryType } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import { SampleCheck } from './sample-check.ts'
import { SensorHealth } from './sensor-health.ts'
import { type Sensor, SensorMissing, type SensorProfile } from './sensor.ts'

/** Most measurements given up that still run: each may hold what the next one needs. */
const HUNG_MAX = 2
/** Misses in a row that are retried as soon as the sensor allows, instead of `everyMs` later. */
const QUICK_RETRIES = 3

export interface SensorPollerOptions {
  source: string
  profile: SensorProfile
  /** Called again at the next measurement when it rejects. */
  open: () => Promise<Sensor>
  everyMs: number
  /** Types that another sensor gives too: their samples carry the source. */
  shared: ReadonlySet<TelemetryType>
  monotonic: () => number
  timers: Timers
  log: Logger
  onSample: (sample: TelemetryData) => void
  /** Called when the sensor's state or alarm has changed. */
  onStateChange: (state: SensorState) => void
}

/** Measures with one sensor at its pace; a loss and a recovery are logged once each. */
export class SensorPoller {
  readonly #options: SensorPollerOptions
  readonly #health: SensorHealth
  readonly #checks: readonly SampleCheck[]
  #sensor: Sensor | null = null
  #cancel = () => {}
  #stopped = true
  /** Ends the measurement under way; null without one. */
  #giveUp: (() => void) | null = null
  /** Measurements that were given up and still run. */
  #hung = 0
  /** Values that failed their check. */
  #dropped = 0
  /** The state of the last report. */
  #reported = ''

  constructor(options: SensorPollerOptions) {
    const { quantities } = options.profile
    const types = new Set(quantities.map(({ type }) => type))
    this.#options = options
    this.#health = new SensorHealth(options.source, [...types])
    this.#checks = quantities.map((quantity) => new SampleCheck(quantity))
    this.#reported = this.#summary()
  }

  state(): SensorState {
    return this.#health.state()
  }

  /** Measures at once, then every `everyMs`. */
  start(): void {
    if (!this.#stopped) return
    this.#stopped = false
    void this.#poll()
  }

  /** Ends the polling; a measurement under way is not reported. Idempotent. */
  stop(): void {
    this.#stopped = true
    this.#cancel()
    this.#giveUp?.()
    this.#sensor?.close?.()
  }

  async #poll(): Promise<void> {
    const { monotonic, timers, everyMs, profile } = this.#options
    const askedAt = monotonic()
    if (this.#hung >= HUNG_MAX) this.#missed('it does not answer')
    else await this.#measure()
    if (this.#stopped) return
    const { misses } = this.#health
    const soon = misses > 0 && misses <= QUICK_RETRIES && !this.#health.isStale
    const dueMs = soon ? 0 : askedAt + everyMs - monotonic()
    this.#cancel = timers.after(Math.max(profile.restMs, dueMs), () => void this.#poll())
  }

  /** One measurement; resolves when it has ended or was given up. */
  #measure(): Promise<void> {
    const { timers, profile } = this.#options
    const controller = new AbortController()
    return new Promise((resolve) => {
      const cancel = timers.after(profile.answerWithinMs, () => {
        giveUp()
        this.#missed(`no answer within ${profile.answerWithinMs} ms`)
        resolve()
      })
      const giveUp = () => {
        cancel()
        controller.abort()
        this.#giveUp = null
        this.#hung++
      }
      this.#giveUp = giveUp
      const end = (report: () => void) => {
        if (controller.signal.aborted) {
          this.#hung--
          return
        }
        cancel()
        this.#giveUp = null
        report()
        resolve()
      }
      this.#ask(controller.signal).then(
        (values) => end(() => this.#take(values)),
        // Whatever is wrong with a sensor, the edge goes on without it.
        (error: unknown) => end(() => this.#failed(error)),
      )
    })
  }

  async #ask(signal: AbortSignal): Promise<readonly number[]> {
    this.#sensor ??= await this.#options.open()
    return this.#sensor.measure(signal)
  }

  #take(values: readonly number[]): void {
    if (this.#stopped) return
    const condition = this.#sensor?.condition?.()
    if (condition?.warming === true) {
      this.#answered(condition)
      return
    }
    const faults: string[] = []
    for (const [i, quantity] of this.#options.profile.quantities.entries()) {
      const value = values[i]
      const fault = this.#checks[i]?.faultOf(value) ?? null
      if (fault !== null) faults.push(fault)
      else if (value !== undefined) this.#send(quantity, value)
    }
    this.#dropped += faults.length
    if (faults.length > 0) this.#missed(faults.join('; '))
    else this.#answered(condition)
  }

  #send({ type, unit, part }: SensorProfile['quantities'][number], value: number): void {
    const { source, shared, onSample } = this.#options
    if (part !== undefined) onSample({ type, source: `${source}.${part}`.slice(-64), value, unit })
    else if (shared.has(type)) onSample({ type, source, value, unit })
    else onSample({ type, value, unit })
  }

  #failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    this.#missed(message, error instanceof SensorMissing)
  }

  #missed(fault: string, missing = false): void {
    if (this.#stopped) return
    const { source, log } = this.#options
    const wasStale = this.#health.isStale
    this.#health.missed(fault, missing)
    log.debug({ sensor: source, fault }, 'a measurement failed')
    if (!wasStale && this.#health.isStale) {
      for (const check of this.#checks) check.forget()
      log.warn({ sensor: source, fault }, 'a sensor fails')
    }
    this.#reportChange()
  }

  #answered(condition: Parameters<SensorHealth['answered']>[0]): void {
    const { source, log } = this.#options
    if (this.#health.isStale) {
      log.info({ sensor: source, dropped: this.#dropped }, 'the sensor is back')
    }
    this.#health.answered(condition)
    this.#reportChange()
  }

  #reportChange(): void {
    const summary = this.#summary()
    if (summary === this.#reported) return
    this.#reported = summary
    this.#options.onStateChange(this.state())
  }

  #summary(): string {
    const { state, alarm } = this.#health.state()
    return alarm === undefined ? state : `${state}, alarm`
  }
}
