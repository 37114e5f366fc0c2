import type { SensorState, SensorType } from '@vehicle-control/protocol'
import type { SensorCondition } from './sensor.ts'

/** Misses in a row after which a sensor counts as stale: one now and then is usual with a DHT. */
export const STALE_AFTER_MISSES = 5

const READY: SensorCondition = { warming: false, alarm: null }

/** The state of a sensor, derived from its answers and misses. */
export class SensorHealth {
  readonly #source: string
  readonly #types: readonly SensorType[]
  #misses = 0
  #stale = false
  #error: string | undefined
  #condition = READY

  constructor(source: string, types: readonly SensorType[]) {
    this.#source = source
    this.#types = types
  }

  get misses(): number {
    return this.#misses
  }

  get isStale(): boolean {
    return this.#stale
  }

  /** It measured. */
  answered(condition: SensorCondition = READY): void {
    this.#misses = 0
    this.#stale = false
    this.#error = undefined
    this.#condition = condition
  }

  /** It failed, or gave an impossible value; with `missing` it is stale at the first miss. */
  missed(error: string, missing = false): void {
    this.#misses++
    this.#error = error.slice(0, 512)
    if (!missing && this.#misses < STALE_AFTER_MISSES) return
    this.#stale = true
    this.#condition = READY
  }

  state(): SensorState {
    const { warming, alarm } = this.#condition
    const state = { source: this.#source, types: [...this.#types] }
    return {
      ...state,
      state: this.#stale ? 'stale' : warming ? 'warming' : 'ok',
      error: this.#error,
      alarm: alarm?.slice(0, 512),
    }
  }
}
