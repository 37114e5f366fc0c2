import type { TelemetryData } from '@vehicle-control/protocol'

/** What every driver is: a thing that can be asked for what it measures. */
export interface Sensor {
  /** For the log. */
  readonly name: string
  /** Measures once. Rejects with a DeviceError when the device does not answer. */
  measure(): Promise<readonly TelemetryData[]>
}
