import { parseScanUid } from '@vehicle-control/protocol'
import type { DeviceDriver } from '../device/device-driver.ts'
import type { LineReaderConfig } from './config.ts'
import { hasFacilityAndCard, wiegandUid } from './wiegand-line.ts'

/** A longer line is noise; no more bytes are held in memory. */
export const MAX_LINE_BYTES = 256

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const DEL = 0x7f
const LABEL = /^(?:card uid|tag uid|tag id|uid|tag|epc)\s*[:=]\s*/i
const PRINTABLE = /^[\t\x20-\x7e]*$/

export interface LineSplitterOptions {
  /** Called with a line without its end and the control bytes around it; never empty. */
  onLine: (line: string) => void
  /** Called once for each line that is too long. */
  onOverlong: () => void
}

/**
 * Cuts bytes into lines, however the chunks fall; CR LF, LF and CR all end one. An STX before a
 * line or an ETX after its end (ID-12LA sends it behind CR LF) is dropped. Hot path.
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

  /** Forgets the unfinished line: its rest went to a connection that is gone. */
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
 * The tag of a line, with or without a label before it, or null when there is none. A byte that no
 * reader prints makes the whole line noise: without it the rest would be another tag.
 */
export function parseTagLine(line: string): string | null {
  if (!PRINTABLE.test(line)) return null
  return parseScanUid(line.replace(LABEL, ''))
}

/**
 * The driver of a reader that prints one tag a line, and is not asked; a line without a tag, and one
 * that is too long, is noise.
 */
export function createLineDriver({ uid }: Pick<LineReaderConfig, 'uid'>): DeviceDriver<string> {
  const isWiegand = uid === 'wiegand'
  let hint: string | null = null

  function tagOf(line: string): string | null {
    if (isWiegand) return wiegandUid(line.replace(LABEL, ''))
    const tag = parseTagLine(line)
    if (tag !== null && hint === null && hasFacilityAndCard(line.replace(LABEL, ''))) {
      hint = 'wiegand'
    }
    return tag
  }

  return {
    createParser: ({ onFrame, onNoise }) =>
      new LineSplitter({
        onLine(line) {
          const tag = tagOf(line)
          if (tag === null) onNoise()
          else onFrame(tag)
        },
        onOverlong: onNoise,
      }),
    take: (tag, output) => output.emit({ uid: tag }),
    hint: () => hint,
  }
}
