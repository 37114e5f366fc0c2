import { parseScanUid } from '@vehicle-control/protocol'

/** Longer lines than this many bytes are noise; no more than this is held of one. */
export const MAX_LINE_BYTES = 256

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const DEL = 0x7f
const label = /^(?:card uid|tag uid|tag id|uid|tag|epc)\s*[:=]\s*/i
const printable = /^[\t\x20-\x7e]*$/

export interface LineSplitterOptions {
  /** A line without its end and without the control bytes around it; never empty. */
  onLine: (line: string) => void
  /** Once for each line that is too long. */
  onOverlong: () => void
}

/**
 * Cuts bytes into lines wherever the chunks are cut; CR LF, LF and CR all end one. An STX before a
 * line or an ETX after its end (ID-12LA sends it behind CR LF) falls away. Hot path.
 */
export class LineSplitter {
  readonly #options: LineSplitterOptions
  readonly #line = Buffer.alloc(MAX_LINE_BYTES)
  #length = 0
  #overlong = false

  constructor(options: LineSplitterOptions) {
    this.#options = options
  }

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === LF || byte === CR) this.#end()
      else if (this.#overlong) continue
      else if (this.#length < MAX_LINE_BYTES) this.#line[this.#length++] = byte
      else {
        this.#overlong = true
        this.#options.onOverlong()
      }
    }
  }

  /** Forgets what is pending: the rest of it went to a connection that is gone. */
  reset(): void {
    this.#length = 0
    this.#overlong = false
  }

  #end(): void {
    let from = 0
    let to = this.#overlong ? 0 : this.#length
    this.reset()
    while (from < to && isBlank(this.#line[from])) from++
    while (to > from && isBlank(this.#line[to - 1])) to--
    if (to > from) this.#options.onLine(this.#line.toString('latin1', from, to))
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte !== undefined && (byte <= SPACE || byte === DEL)
}

/**
 * The tag that a line names, with or without a label before it, or null when it names none. A
 * byte that no reader prints makes the line noise: what is left of it would be another tag.
 */
export function parseTagLine(line: string): string | null {
  if (!printable.test(line)) return null
  return parseScanUid(line.replace(label, ''))
}
