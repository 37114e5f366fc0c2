import type { RelayLevel, RelayPin } from '@vehicle-control/protocol'

/** Moves the relays. A driver opens its lines with every relay off. */
export interface RelayDriver {
  /**
   * Switches a relay on (1) or off (0), whatever the polarity of its line. Synchronous: nothing may
   * come between the check of a deadline and the pin.
   *
   * @throws DeviceError when the relay may not have moved.
   */
  set(pin: RelayPin, level: RelayLevel): void
  /** Releases the lines. Idempotent. */
  close(): void
}
