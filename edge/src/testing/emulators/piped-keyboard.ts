import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inputEventBytes, type InputEvent } from '../../readers/hid/input-events.ts'
import { EmulatedKeyboard, ENTER, eventBytes } from './keyboard.ts'

const SIZE = inputEventBytes(process.arch)

/** A keyboard wedge whose event device is a named pipe. It can be unplugged and plugged in. */
export class PipedKeyboard {
  readonly #folder = mkdtempSync(join(tmpdir(), 'hid-'))
  readonly #keyboard = new EmulatedKeyboard()
  #device: number | null = null
  /** To configure as the reader's event device. */
  readonly path = join(this.#folder, 'event0')

  plugIn(): void {
    execFileSync('mkfifo', [this.path])
    // For reading too: a pipe without a reader cannot be opened for writing alone.
    this.#device = openSync(this.path, constants.O_RDWR | constants.O_NONBLOCK)
  }

  /** Types the text, and Enter unless told otherwise. */
  type(text: string, { enter = true }: { enter?: boolean } = {}): void {
    this.send([...this.#keyboard.type(text), ...(enter ? this.#keyboard.press(ENTER) : [])])
  }

  send(events: readonly InputEvent[]): void {
    if (this.#device === null) return
    writeSync(this.#device, Buffer.concat(events.map((event) => eventBytes(event, SIZE))))
  }

  unplug(): void {
    if (this.#device !== null) closeSync(this.#device)
    this.#device = null
    rmSync(this.path, { force: true })
  }

  /** Unplugs it and throws it away. */
  destroy(): void {
    this.unplug()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
