import type { ReaderState } from '@vehicle-control/protocol'

/** A tag as a reader reported it; `uid` has passed the rule for incoming uids. */
export interface TagRead {
  reader: string
  uid: string
  /** CLOCK_MONOTONIC in milliseconds when its last byte arrived. */
  mono: number
  antenna?: number
  /** dBm */
  rssi?: number
  /** The chip's own number, hex. */
  tid?: string
  /** How many times the reader itself saw the tag before it reported it. */
  count?: number
  /**
   * For how long the reader kept the read before it came: finite, not negative. The entry's time is
   * that much before `mono`.
   */
  ageMs?: number
  /** Whoever sent it showed an address alone: no rule may open a barrier for it. */
  unauthenticated?: true
}

export interface ReaderEvents {
  /** Called for every read, repeats too. Must not block and must not throw. */
  onRead(read: TagRead): void
  /** Called after the result of `reader.states()` has changed. */
  onStateChange(): void
}

/**
 * The contract of every driver. It opens its device in `start`, and again for ever with backoff
 * whenever the device goes away; a loss and a recovery are logged once each.
 */
export interface Reader {
  readonly id: string
  /** Begins to try and returns at once, whether or not the device is there. */
  start(): void
  /** Idempotent; the device is released when it resolves. */
  stop(): Promise<void>
  /** The device, then each of its antennas that is a logical reader. */
  states(): readonly ReaderState[]
}
