import type { ByteParser, ParserOutput } from './device-driver.ts'

/**
 * The longest frame that any reader sends: a length that noise has made up is waited for, and a good
 * frame behind it with that, for no more bytes than these.
 */
export const FRAME_MAX_BYTES = 512

/** How the frames of a binary protocol are found among other bytes. */
export interface FrameShape<Frame> {
  /** No frame is longer, at most `FRAME_MAX_BYTES`; no more bytes are held. */
  maxBytes: number
  /**
   * The length of the frame that begins at `from`, checks included; 0 when more bytes are needed to
   * know, and -1 when none begins there. Must not look at `to` or beyond.
   */
  measure(bytes: Buffer, from: number, to: number): number
  /** The frame in exactly these bytes, of which nothing may be kept: they are overwritten. */
  decode(bytes: Buffer): Frame
}

/**
 * Cuts bytes into frames, and slides on by one byte wherever no frame begins: a good frame after
 * garbage, or inside of what looked like a longer one, is always found.
 */
export class ResyncFramer<Frame> implements ByteParser {
  readonly #shape: FrameShape<Frame>
  readonly #output: ParserOutput<Frame>
  readonly #bytes: Buffer
  #length = 0
  #inNoise = false

  constructor(shape: FrameShape<Frame>, output: ParserOutput<Frame>) {
    if (!(shape.maxBytes > 0 && shape.maxBytes <= FRAME_MAX_BYTES)) {
      throw new RangeError(`maxBytes must be from 1 to ${FRAME_MAX_BYTES}, not ${shape.maxBytes}`)
    }
    this.#shape = shape
    this.#output = output
    // Room for one unfinished frame and as much again, so that bytes are seldom moved.
    this.#bytes = Buffer.alloc(shape.maxBytes * 2)
  }

  push(chunk: Uint8Array): void {
    for (let taken = 0; taken < chunk.length;) {
      const part = chunk.subarray(taken, taken + this.#bytes.length - this.#length)
      this.#bytes.set(part, this.#length)
      this.#length += part.length
      taken += part.length
      this.#cut()
    }
  }

  /** Finds the good frames inside an unfinished one, which will not end. */
  idle(): void {
    this.#cut(true)
  }

  reset(): void {
    this.#length = 0
    this.#inNoise = false
  }

  #cut(isEnd = false): void {
    let from = 0
    while (from < this.#length) {
      let length = this.#shape.measure(this.#bytes, from, this.#length)
      // Not a frame: it would be longer than any is, or its rest never comes.
      if (length === 0 && (isEnd || this.#length - from >= this.#shape.maxBytes)) length = -1
      if (length === 0) break
      if (length > Math.min(this.#shape.maxBytes, this.#length - from)) {
        throw new RangeError(`measure answers ${length} bytes, more than there are or may be`)
      }
      if (length < 0) {
        from++
        if (!this.#inNoise) this.#output.onNoise()
        this.#inNoise = true
      } else {
        this.#inNoise = false
        const frame = this.#shape.decode(this.#bytes.subarray(from, from + length))
        from += length
        this.#output.onFrame(frame)
      }
    }
    this.#bytes.copyWithin(0, from, this.#length)
    this.#length -= from
  }
}
