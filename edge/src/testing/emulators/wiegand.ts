import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../../gpio/gpio-system.ts'
import { monotonicMs } from '../../clock/monotonic.ts'
import type { Bit, Pulse } from '../../readers/wiegand/frames.ts'

const EVENT_BYTES = 48
/** The lines that the emulation is wired to. */
export const WIEGAND_PINS = { d0: 14, d1: 15 }
const APART_MS = 1
const RESTS_MS = 40

/** One gpio_v2_line_event of linux/gpio.h: a line has become active. */
export function pulseBytes({ bit, at, seq }: Pulse, { d0, d1 } = WIEGAND_PINS): Buffer {
  const bytes = Buffer.alloc(EVENT_BYTES)
  bytes.writeBigUInt64LE(BigInt(Math.round(at * 1e6)), 0)
  bytes.writeUInt32LE(1, 8)
  bytes.writeUInt32LE(bit === 1 ? d1 : d0, 12)
  bytes.writeUInt32LE(seq, 16)
  return bytes
}

/**
 * The bits that a reader of 26 (24 bits of card) or 34 sends for the hex of a card, with the parities
 * of the halves by their definition, not by our masks.
 */
export function frameBits(card: string): Bit[] {
  const bits = card.split('').flatMap((digit) => {
    const text = Number.parseInt(digit, 16).toString(2).padStart(4, '0')
    return Array.from(text, (bit): Bit => (bit === '1' ? 1 : 0))
  })
  const half = bits.length / 2
  const ones = (part: Bit[]) => part.filter((bit) => bit === 1).length
  const even: Bit = ones(bits.slice(0, half)) % 2 === 0 ? 0 : 1
  const odd: Bit = ones(bits.slice(half)) % 2 === 0 ? 1 : 0
  return [even, ...bits, odd]
}

/** A Wiegand reader made up, whose lines are a named pipe with the kernel's events. */
export class PipedWiegand {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wiegand-'))
  #pipe: number | null = null
  #seq = 0
  #at = 0
  /** To configure as `simulated`. */
  readonly path = join(this.#folder, 'events')

  plugIn(): void {
    execFileSync('mkfifo', [this.path])
    // For reading too: a pipe without a reader cannot be opened for writing alone.
    this.#pipe = openSync(this.path, constants.O_RDWR | constants.O_NONBLOCK)
  }

  /** Pulses, the last of them now; after a rest from those before. */
  send(bits: readonly Bit[]): void {
    if (this.#pipe === null) return
    const first = Math.max(monotonicMs() - (bits.length - 1) * APART_MS, this.#at + RESTS_MS)
    this.#at = first + (bits.length - 1) * APART_MS
    const pulses = bits.map((bit, i) => {
      return pulseBytes({ bit, at: first + i * APART_MS, seq: ++this.#seq })
    })
    try {
      writeSync(this.#pipe, Buffer.concat(pulses))
    } catch (error) {
      // The pipe is full while no reader has it open: those cards were held up to no one.
      if (codeOf(error) !== 'EAGAIN') throw error
    }
  }

  destroy(): void {
    if (this.#pipe !== null) closeSync(this.#pipe)
    this.#pipe = null
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
