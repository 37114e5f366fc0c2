import type { RelayLevel } from '@vehicle-control/protocol'
import { DeviceError } from '../device-error.ts'

/** Moves the relays. */
export interface RelaySwitch {
  /**
   * Switches a relay on (1) or off (0), whatever the polarity of its line. Synchronous: nothing may
   * come between the check of a deadline and the pin.
   *
   * @throws DeviceError when the relay may not have moved.
   */
  set(pin: number, level: RelayLevel): void
  /** Releases the lines. Idempotent. */
  close(): void
}

/** A driver of real or simulated lines, which it opens with every relay off. */
export interface RelayDriver extends RelaySwitch {
  /** As `relays.driver` of EDGE_CONFIG names it. */
  readonly name: string
  /** It moves nothing. */
  readonly simulated: boolean
}

/** The lines themselves are gone: only a driver that is opened anew can move them. */
export class RelayLostError extends DeviceError {
  override name = 'RelayLostError'
}
