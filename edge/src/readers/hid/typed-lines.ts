import type { InputEvent } from './input-events.ts'
import * as key from './keys.ts'

/** No tag is longer, and no more is held in memory. */
const MAX_LINE_CHARACTERS = 256
const KEY_UP = 0
const KEY_DOWN = 1

export interface TypedLinesOptions {
  /** Keys that are further apart belong to two tags. */
  idleMs: number
  /** Called with what was typed up to an end; never empty. */
  onLine(line: string): void
  /** Called once for each line that was too long, or lost its end or a part. */
  onNoise(): void
}

/**
 * The lines that a keyboard wedge types: Enter, Tab or the Enter of the number pad ends one. A wedge
 * that has not been seen to press any of them ends one by pausing; of another, what a pause cuts off
 * is no tag.
 */
export class TypedLines {
  readonly #options: TypedLinesOptions
  readonly #shifts = new Set<number>()
  #line = ''
  #lastAt = 0
  #isSpoilt = false
  #endsLines = false

  constructor(options: TypedLinesOptions) {
    this.#options = options
  }

  /** Hot path. Must not throw, whatever the event is. */
  take({ at, type, code, value }: InputEvent): void {
    if (type === key.EV_SYN && code === key.SYN_DROPPED) {
      // The kernel's buffer ran over, and which keys went up is not known.
      this.#shifts.clear()
      this.#isSpoilt = true
    }
    if (type !== key.EV_KEY) return
    if (at - this.#lastAt > this.#options.idleMs) this.pause()
    this.#lastAt = at
    if (code === key.KEY_LEFTSHIFT || code === key.KEY_RIGHTSHIFT) {
      if (value === KEY_UP) this.#shifts.delete(code)
      else this.#shifts.add(code)
    } else if (value === KEY_DOWN) this.#press(code)
  }

  /** Nothing was typed for `idleMs`. */
  pause(): void {
    if (this.#endsLines && this.#line !== '') this.#isSpoilt = true
    this.#end()
  }

  /** True while a line has begun. */
  isTyping(): boolean {
    return this.#line !== '' || this.#isSpoilt
  }

  /** Forgets everything of a device that is gone. */
  reset(): void {
    this.#shifts.clear()
    this.#line = ''
    this.#isSpoilt = false
    this.#endsLines = false
  }

  #press(code: number): void {
    if (code === key.KEY_ENTER || code === key.KEY_KPENTER || code === key.KEY_TAB) {
      this.#endsLines = true
      this.#end()
    } else if (this.#line.length >= MAX_LINE_CHARACTERS) this.#isSpoilt = true
    else this.#line += key.characterOf(code, this.#shifts.size > 0)
  }

  #end(): void {
    const line = this.#line
    const isSpoilt = this.#isSpoilt
    this.#line = ''
    this.#isSpoilt = false
    if (isSpoilt) this.#options.onNoise()
    else if (line !== '') this.#options.onLine(line)
  }
}
