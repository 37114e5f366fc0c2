import type { ByteParser, ParserOutput } from '../device/device-driver.ts'
import { HEADER_BYTES, headerFault, type LlrpMessage } from './message.ts'

/** A message in the bytes of a connection; `broken` is the last, as the rest cannot be cut. */
export type LlrpFrame = LlrpMessage | { type: 'broken'; why: string }

/**
 * Cuts the bytes of a connection into messages by their lengths. A header that cannot be one ends
 * the connection, as nothing says where the next message begins. Holds one message at the most.
 */
export class LlrpFramer implements ByteParser {
  readonly #output: ParserOutput<LlrpFrame>
  readonly #header = Buffer.alloc(HEADER_BYTES)
  #headerLength = 0
  #body: Buffer | null = null
  #bodyLength = 0
  #broken = false

  constructor(output: ParserOutput<LlrpFrame>) {
    this.#output = output
  }

  push(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length && !this.#broken) {
      at +=
        this.#body === null ? this.#takeHeader(chunk, at) : this.#takeBody(chunk, at, this.#body)
    }
  }

  reset(): void {
    this.#headerLength = 0
    this.#body = null
    this.#broken = false
  }

  #takeHeader(chunk: Uint8Array, from: number): number {
    const part = chunk.subarray(from, from + HEADER_BYTES - this.#headerLength)
    this.#header.set(part, this.#headerLength)
    this.#headerLength += part.length
    if (this.#headerLength < HEADER_BYTES) return part.length
    const why = headerFault(this.#header)
    if (why !== null) {
      this.#broken = true
      this.#output.onNoise()
      this.#output.onFrame({ type: 'broken', why })
      return part.length
    }
    const length = this.#header.readUInt32BE(2) - HEADER_BYTES
    this.#bodyLength = 0
    // A body of its own, because a response is looked at after the next one has come.
    this.#body = Buffer.alloc(length)
    if (length === 0) this.#emit(this.#body)
    return part.length
  }

  #takeBody(chunk: Uint8Array, from: number, body: Buffer): number {
    const part = chunk.subarray(from, from + body.length - this.#bodyLength)
    body.set(part, this.#bodyLength)
    this.#bodyLength += part.length
    if (this.#bodyLength === body.length) this.#emit(body)
    return part.length
  }

  #emit(body: Buffer): void {
    const type = this.#header.readUInt16BE(0) & 0x3ff
    const id = this.#header.readUInt32BE(6)
    this.#headerLength = 0
    this.#body = null
    this.#output.onFrame({ type, id, body })
  }
}
