import type { ReaderState } from '@vehicle-control/protocol'

/** A tag as a reader reported it, already checked by the rule for an incoming uid. */
export interface TagRead {
  reader: string
  uid: string
  /** CLOCK_MONOTONIC in milliseconds at which its last byte arrived. */
  mono: number
  antenna?: number
  /** dBm */
  rssi?: number
}

export interface ReaderEvents {
  /** Called for every read, repeats too. Must not block and must not throw. */
  onRead(read: TagRead): void
  /** Called when open, silent or closed changes; `reader.state()` holds the news. */
  onStateChange(): void
}

/**
 * What every driver is. It opens its device in `start`, and again for ever with backoff whenever
 * the device goes away; loss and recovery are logged once each.
 */
export interface Reader {
  readonly id: string
  /** Begins trying; resolves at once, whether or not the device is there. */
  start(): void
  /** Idempotent; the device is released when it resolves. */
  stop(): Promise<void>
  state(): ReaderState
}
