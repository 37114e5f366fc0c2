import type { DeviceError } from '../../device-error.ts'

/** Events of the connection that the link holds now; none come of an earlier one. */
export interface LinkEvents {
  /** Bytes can be sent. */
  onOpen(): void
  /** Hot path. */
  onData(chunk: Buffer): void
  /** The connection that was open is gone, or the first try has failed. */
  onLost(): void
  /** What is wrong with who connects, as screens say it and short; null once it is over. */
  onWarning(warning: string | null): void
}

/**
 * Bytes to and from a device, over a serial port or TCP, whichever side connects. It is opened in `start`, and again for ever
 * with backoff after each loss; a loss and a recovery are logged once each.
 */
export interface ByteLink {
  /** Begins to try and returns at once. */
  start(): void
  /** Idempotent; the device is released when it resolves. A stopped link does not start again. */
  stop(): Promise<void>
  /**
   * Hands the bytes to the system; a write that fails later is a loss.
   *
   * @throws DeviceError when the link is not open.
   */
  send(bytes: Uint8Array): void
  /** The fault that keeps it from being ready; null while it is ready, and during the first try. */
  error(): DeviceError | null
  /** Called when the device at the other end works: the loss is over. */
  ready(): void
  /** Called when the device said something whole: the next loss starts with the shortest backoff again. */
  dataReceived(): void
  /** Gives this connection up as lost for that reason. */
  drop(cause: Error): void
}
