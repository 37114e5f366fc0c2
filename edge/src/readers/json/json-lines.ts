import { StringDecoder } from 'node:string_decoder'

/** No event of a reader is longer, and no more is held in memory. */
export const LINE_MAX_CHARACTERS = 256 * 1024

export interface JsonLinesOptions {
  /** Called with each line that is not blank. */
  onLine(line: string): void
  /** Called once for each line that is too long. */
  onOverlong(): void
}

/** Cuts a stream of UTF-8 into lines, however the chunks fall. */
export class JsonLines {
  readonly #options: JsonLinesOptions
  readonly #decoder = new StringDecoder('utf8')
  #parts: string[] = []
  #length = 0
  #isOverlong = false

  constructor(options: JsonLinesOptions) {
    this.#options = options
  }

  /** Hot path. Must not throw, whatever the bytes are. */
  push(chunk: Buffer): void {
    const [first = '', ...others] = this.#decoder.write(chunk).split('\n')
    this.#add(first)
    for (const line of others) {
      this.#end()
      this.#add(line)
    }
  }

  #add(part: string): void {
    if (this.#isOverlong || part === '') return
    this.#parts.push(part)
    this.#length += part.length
    if (this.#length <= LINE_MAX_CHARACTERS) return
    this.#isOverlong = true
    this.#parts = []
    this.#options.onOverlong()
  }

  #end(): void {
    const line = this.#parts.join('').trim()
    this.#parts = []
    this.#length = 0
    this.#isOverlong = false
    if (line !== '') this.#options.onLine(line)
  }
}
