import type { TagRead } from '../reader.ts'

/** A tag as a driver found it, before the uid rule and the ids of antennas are applied. */
export interface DriverTag extends Omit<TagRead, 'reader' | 'mono' | 'unauthenticated'> {
  /**
   * The reader's own time of this read, in any form. The same tag at the same antenna with the same
   * stamp is the same read sent twice, and is dropped.
   */
  stamp?: string | number
}

/** Finds frames in bytes, however the chunks fall. Pure. */
export interface ByteParser {
  /** Hot path. Must not throw, whatever the bytes are, and holds a bounded number of them. */
  push(chunk: Uint8Array): void
  /** The device was quiet for `idleMs`: an unfinished frame will not end. Absent: as `reset`. */
  idle?(): void
  /** Forgets what is unfinished: its rest went to a connection that is gone. */
  reset(): void
}

export interface ParserOutput<Frame> {
  /** Called for each whole frame whose checks hold. */
  readonly onFrame: (frame: Frame) => void
  /** Called once for each run of bytes that are no frame. */
  readonly onNoise: () => void
}

/** Takes the tags and warnings that a driver finds in its frames. */
export interface TagOutput {
  /** A read; one whose uid is no tag is counted as noise. Hot path. */
  emit(tag: DriverTag): void
  /** A frame that is whole but of no use. */
  noise(): void
  /**
   * Sets what is wrong although tags are read, short; null once it is over. English where
   * `reasons/reason-families.ts` of protocol has the operator's words for it, else in those words.
   */
  warn(warning: string | null): void
}

/** What a driver that polls its device has besides. */
export interface DeviceIo<Frame> extends TagOutput {
  /** @throws DeviceError when the link is gone. */
  send(bytes: Uint8Array): void
  /**
   * Sends the bytes and resolves to the first frame from then on that `match` takes; `take` has got
   * it too. One request at a time.
   *
   * @throws DeviceError after `timeoutMs` (default 1000) without one, or when the link is lost.
   */
  request(bytes: Uint8Array, match: (frame: Frame) => boolean, timeoutMs?: number): Promise<Frame>
  /** Resolves to the next frame that `match` takes, as `request` does. */
  next(match: (frame: Frame) => boolean, timeoutMs?: number): Promise<Frame>
  /** @throws DeviceError once the link is lost or the reader is stopped. */
  sleep(ms: number): Promise<void>
  /** The device is set up and reads: its state is `open` from now on. */
  ready(): void
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic(): number
}

/**
 * A model of reader: a pure parser and, for one that is polled, the conversation. It knows nothing
 * of ports, reconnecting, states or suppression, which `createDeviceReader` adds.
 */
export interface DeviceDriver<Frame> {
  createParser(output: ParserOutput<Frame>): ByteParser
  /** Takes each frame as it comes. Hot path. Must not throw. */
  take(frame: Frame, output: TagOutput): void
  /**
   * Sets the device up, calls `io.ready()` and asks until `signal` aborts; called anew for each
   * connection. When it ends before that, or rejects, the link is dropped and opened again with
   * backoff. After the abort it has a short moment to send what ends the reading.
   *
   * A driver without `run` is open as soon as its link is, and silent when no tag comes; one with it
   * is silent when no frame comes.
   */
  run?(io: DeviceIo<Frame>, signal: AbortSignal): Promise<void>
  /** What could be set better although it reads, by the name that the doctor knows; null without it. */
  hint?(): string | null
  /** Milliseconds: bytes that arrive further apart do not belong to one frame. */
  idleMs?: number
}
