import type { SensorType } from '@vehicle-control/protocol'
import { DeviceError } from '../device-error.ts'

/** One of the values that a sensor measures, with what is possible of it. */
export interface Quantity {
  type: SensorType
  unit: string
  min: number
  max: number
  /** A greater change from the last value is taken only when it repeats itself. */
  jump?: number
  /** Tells two values of one type apart, such as the volts of a gas sensor and their ratio. */
  part?: string
}

/** What is known of a sensor before its device answers. */
export interface SensorProfile {
  quantities: readonly Quantity[]
  /** A measurement without an answer for this long is given up. */
  answerWithinMs: number
  /** Least milliseconds from the end of one measurement to the start of the next. */
  restMs: number
}

/** The condition of a sensor, beside its values. */
export interface SensorCondition {
  /** It warms up: its values are not sent yet, and raise no alarm. */
  warming: boolean
  /** Why it alarms; null while it does not. */
  alarm: string | null
}

/** The contract of every driver: a device that measures when it is asked. */
export interface Sensor {
  /**
   * One value for each quantity of the profile, in their order; rejects with a DeviceError when the
   * device does not answer. Once `signal` aborts the caller has given up, and what the measurement
   * holds should be released.
   */
  measure(signal: AbortSignal): Promise<readonly number[]>
  /** As of the last measurement; absent where a sensor is always ready and never alarms. */
  condition?(): SensorCondition
  /** Releases what it holds between measurements. Idempotent. */
  close?(): void
}

/** Passed to every driver beside its configuration. */
export interface SensorContext {
  /** CLOCK_MONOTONIC, milliseconds; on Linux since boot. */
  monotonic: () => number
  /** The folder of the kernel's files, where it is not /sys. */
  sysfs?: string
  /** Opens a line of the pin header; rejects with a DeviceError. */
  openLine: (wiring: { pin: number; activeLow: boolean }) => Promise<SensorLine>
}

/** A line of the pin header, as far as a sensor needs it. */
export interface SensorLine {
  /** The line's edges since the last call, and at the first one its level; never waits. */
  changes(): readonly { active: boolean }[]
  /** Idempotent. */
  close(): void
}

/**
 * The package or device of a sensor is missing, which is reported without waiting for more misses.
 */
export class SensorMissing extends DeviceError {
  override name = 'SensorMissing'
}

/** Several devices are meant; the configuration has to choose one. */
export class SeveralSensors extends SensorMissing {
  override name = 'SeveralSensors'
  readonly choices: readonly string[]

  constructor(kind: string, name: string, choices: readonly string[]) {
    super(`several ${kind} devices are named ${name}; use one of ${choices.join(', ')}`)
    this.choices = choices
  }
}
