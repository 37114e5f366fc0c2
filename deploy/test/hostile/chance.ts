import { createHash } from 'node:crypto'

/** Chance that falls the same way whenever it begins with the same words. */
export class Chance {
  #state: number

  constructor(words: string) {
    this.#state = createHash('sha256').update(words).digest().readUInt32LE(0)
  }

  /** From 0 up to 1: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  /** True so many times in a hundred. */
  percent(p: number): boolean {
    return this.next() * 100 < p
  }

  /** @throws RangeError when there is nothing to pick. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('nothing to pick')
    return list[this.below(list.length)] as T
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }

  /** So many characters of this alphabet. */
  word(length: number, alphabet = 'abcdefghijklmnopqrstuvwxyz234567'): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('')
  }
}
