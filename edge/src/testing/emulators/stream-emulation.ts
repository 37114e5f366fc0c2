import type { z } from 'zod'
import type { READER_TYPES } from '../../readers/reader-types.ts'
import type { StreamReaderConfig } from '../../readers/stream/stream-fields.ts'
import type { EmulatedDevice } from './emulator.ts'

type Types = typeof READER_TYPES
/** The reader types whose device is a stream of bytes. */
export type StreamTypeName = {
  [T in keyof Types]: Types[T] extends { driver: unknown } ? T : never
}[keyof Types]

type LinkKey = Exclude<keyof StreamReaderConfig, 'silentAfterMs'>

/** Bytes of one frame or several, as hex with blanks or as they are. */
export type Bytes = string | Uint8Array

/**
 * A device of a type made up, and frames of it: what tests, fuzzing, figures and
 * `npm start -- --reader` know of the type.
 */
export interface StreamEmulation<T extends StreamTypeName> {
  /** Which of a type's devices it is, where there are several, such as "old". */
  model?: string
  /** What it reads: EPCs of 96 bits, or the ten hex digits of cards of 125 kHz. */
  tags: 'epc' | 'card'
  /** Settings with which the device is read, beside the link. */
  settings: Omit<z.input<Types[T]['schema']>, LinkKey>
  device: () => EmulatedDevice
  /** The bytes by which the device tells a tag, once. */
  tagFrame: (uid: string) => Buffer
  /** Frames of documents and captures, each with the uids of its tags. */
  samples: readonly [Sample, ...Sample[]]
  /** What looks like a frame and holds no tag: checks of examples that are wrong, lengths that lie. */
  damaged: readonly [Bytes, ...Bytes[]]
  /** Makes a whole frame of any bytes: lengths and checks are put right, and nothing else. */
  seal: (bytes: Buffer) => Buffer
  /**
   * After what a good frame is read again: `bytes`, as many as a frame may have; `pause`, the time
   * after which its reader forgets what is unfinished.
   */
  recoversAfter: 'bytes' | 'pause'
  /** Frames have no check: a wrong bit is another tag. */
  isUnchecked?: true
}

/** A frame with the uids of its tags, in their order. */
export type Sample = readonly [Bytes, ...string[]]

/** All emulations of a type; the first is the one that `npm start -- --reader` runs. */
export type StreamEmulations<T extends StreamTypeName> = readonly [
  StreamEmulation<T>,
  ...StreamEmulation<T>[],
]

export const bytesOf = (bytes: Bytes): Buffer =>
  typeof bytes === 'string' ? Buffer.from(bytes.replaceAll(' ', ''), 'hex') : Buffer.from(bytes)
