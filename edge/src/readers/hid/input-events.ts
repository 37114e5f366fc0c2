/** One change that an input device reports, as linux/input.h has it. */
export interface InputEvent {
  /** When, in milliseconds by the clock that the device's events go by. */
  at: number
  type: number
  code: number
  value: number
}

/** The size of `struct input_event`, whose two times are longs: 16 bytes for 32-bit programs. */
export function inputEventBytes(arch: string): 16 | 24 {
  return arch === 'arm' || arch === 'ia32' || arch === 'mipsel' ? 16 : 24
}

/**
 * Cuts the bytes of an event device into its events, however the chunks fall; little-endian, as every
 * machine that this runs on.
 */
export class InputEventCutter {
  readonly #size: 16 | 24
  readonly #onEvent: (event: InputEvent) => void
  readonly #rest: Buffer
  #length = 0

  constructor(size: 16 | 24, onEvent: (event: InputEvent) => void) {
    this.#size = size
    this.#onEvent = onEvent
    this.#rest = Buffer.alloc(size)
  }

  /** Hot path. Must not throw, whatever the bytes are. */
  push(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length;) {
      const part = chunk.subarray(from, from + this.#size - this.#length)
      this.#rest.set(part, this.#length)
      this.#length += part.length
      from += part.length
      if (this.#length === this.#size) this.#cut()
    }
  }

  /** Forgets an unfinished event. */
  reset(): void {
    this.#length = 0
  }

  #cut(): void {
    this.#length = 0
    const isLong = this.#size === 24
    const seconds = isLong ? Number(this.#rest.readBigInt64LE(0)) : this.#rest.readInt32LE(0)
    const micros = isLong ? Number(this.#rest.readBigInt64LE(8)) : this.#rest.readInt32LE(4)
    const type = this.#rest.readUInt16LE(this.#size - 8)
    const code = this.#rest.readUInt16LE(this.#size - 6)
    const value = this.#rest.readInt32LE(this.#size - 4)
    this.#onEvent({ at: seconds * 1000 + micros / 1000, type, code, value })
  }
}
