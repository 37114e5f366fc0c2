import type { DriverTag } from '../device/device-driver.ts'

/** A tag as a message names it; `ReaderCore` checks its uid. */
export interface JsonTag extends Omit<DriverTag, 'ageMs'> {
  /** Milliseconds since 1970 by the clock of the device; absent where it gives none. */
  at?: number
  /** The device, where the message names it: each has a clock of its own. */
  source: string
}
