import type { TelemetryData } from '@vehicle-control/protocol'

/** The contract of every driver: a device that measures when it is asked. */
export interface Sensor {
  /** For the log. */
  readonly name: string
  /**
   * Measures once; rejects with a DeviceError when the device does not answer. Once `signal` aborts
   * nobody waits any more, and what the measurement holds should be let go.
   */
  measure(signal: AbortSignal): Promise<readonly TelemetryData[]>
}
