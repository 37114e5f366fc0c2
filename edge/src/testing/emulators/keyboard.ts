import type { InputEvent } from '../../readers/hid/input-events.ts'

const ROWS: readonly [first: number, keys: string][] = [
  [2, '1234567890-'],
  [16, 'qwertyuiop'],
  [30, 'asdfghjkl'],
  [44, 'zxcvbnm'],
]
const SHIFT = 42
export const ENTER = 28

/** One event as the kernel writes it, for programs of 64 bits (24 bytes) or 32. */
export function eventBytes({ at, type, code, value }: InputEvent, size: 16 | 24): Buffer {
  const bytes = Buffer.alloc(size)
  const [seconds, micros] = [Math.floor(at / 1000), Math.round((at % 1000) * 1000)]
  if (size === 24) {
    bytes.writeBigInt64LE(BigInt(seconds), 0)
    bytes.writeBigInt64LE(BigInt(micros), 8)
  } else {
    bytes.writeInt32LE(seconds, 0)
    bytes.writeInt32LE(micros, 4)
  }
  bytes.writeUInt16LE(type, size - 8)
  bytes.writeUInt16LE(code, size - 6)
  bytes.writeInt32LE(value, size - 4)
  return bytes
}

/** A keyboard wedge made up: the events of a tag, typed key by key. */
export class EmulatedKeyboard {
  #at: number
  readonly #keyMs: number

  constructor({ at = 1_000_000, keyMs = 8 }: { at?: number; keyMs?: number } = {}) {
    this.#at = at
    this.#keyMs = keyMs
  }

  /** Types nothing for this long. */
  pause(ms: number): void {
    this.#at += ms
  }

  /** Down and up again, with the scan code and the report that come with each. */
  press(code: number, isShifted = false): InputEvent[] {
    const keys = isShifted ? [SHIFT, code] : [code]
    const changes = [
      ...keys.map((key) => ({ key, value: 1 })),
      ...keys.toReversed().map((key) => ({ key, value: 0 })),
    ]
    return changes.flatMap(({ key, value }) => {
      this.#at += this.#keyMs
      return [
        { at: this.#at, type: 4, code: 4, value: 0x7_0000 + key },
        { at: this.#at, type: 1, code: key, value },
        { at: this.#at, type: 0, code: 0, value: 0 },
      ]
    })
  }

  /** Letters in capitals come with shift. */
  type(text: string): InputEvent[] {
    return text.split('').flatMap((character) => {
      const lower = character.toLowerCase()
      const [first = 0, keys = ''] = ROWS.find(([, row]) => row.includes(lower)) ?? []
      return this.press(first + keys.indexOf(lower), lower !== character)
    })
  }
}
