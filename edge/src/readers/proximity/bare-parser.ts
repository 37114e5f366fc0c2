import type { ByteParser, ParserOutput } from '../device/device-driver.ts'
import { CARD_AND_CHECK_CHARS, CARD_CHARS, hexDigit, isCardText } from './card-text.ts'

const SPACE = 0x20

/**
 * The frames of an EM-18: twelve hex digits with nothing around them. Any rotation of a frame that is
 * repeated passes its check too and is another card, so that a frame begins only after a whole one or
 * after silence (`reset`): what follows anything else is dropped until then. Control bytes between
 * frames are passed over, for the boards that print line ends.
 */
export class BareParser implements ByteParser {
  readonly #output: ParserOutput<string>
  readonly #digits = Buffer.alloc(CARD_AND_CHECK_CHARS)
  #length = 0
  #inNoise = false

  constructor(output: ParserOutput<string>) {
    this.#output = output
  }

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (this.#inNoise) return
      if (this.#length === 0 && byte <= SPACE) continue
      this.#digits[this.#length++] = byte
      if (hexDigit(byte) < 0) this.#lose()
      else if (this.#length === CARD_AND_CHECK_CHARS) this.#end()
    }
  }

  reset(): void {
    this.#length = 0
    this.#inNoise = false
  }

  #end(): void {
    if (!isCardText(this.#digits, 0)) return this.#lose()
    this.#length = 0
    this.#output.onFrame(this.#digits.toString('latin1', 0, CARD_CHARS).toUpperCase())
  }

  #lose(): void {
    this.#inNoise = true
    this.#output.onNoise()
  }
}
