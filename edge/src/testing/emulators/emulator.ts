/** A tag that comes before an antenna. */
export interface ShownTag {
  epc: string
  antenna?: number
  /** dBm */
  rssi?: number
  tid?: string
  /** For how long the device kept the read before it reports it. */
  ageMs?: number
}

/** A device made up, at the far end of a wire: it answers, asks and fails as the real one does. */
export interface EmulatedDevice {
  /** The wire is there; `send` puts bytes on it. */
  attach(send: (bytes: Uint8Array) => void): void
  receive(bytes: Buffer): void
  /** Reports the tag as its protocol does: now, or when it is asked next. */
  show(tag: ShownTag): void
  /** The wire is gone. */
  detach(): void
  /** Bytes that it sends before each frame, of one whose frames are found among others. */
  garbage?: Uint8Array
  /** Whether it transmits, of one that is told to begin and end. */
  readonly isReading?: boolean
}
