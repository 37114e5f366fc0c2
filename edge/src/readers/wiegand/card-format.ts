/** A bit that a parity counts, the parity itself, and one that it does not count. */
const MASK = /^[Px.]+$/

/**
 * A length that a Wiegand reader may send, with its parities: a mask has one character a bit, `P` for
 * the parity bit, `x` for those that it counts, and `.` for the others.
 */
export interface CardFormat {
  bits: number
  /** Masks whose bits, P included, hold an even number of ones. */
  even: readonly string[]
  /** Masks whose bits, P included, hold an odd number of ones. */
  odd: readonly string[]
}

/**
 * The formats that have a number: 26 bits (H10301, facility 8 and card 16), 34 (16 and 16), 37
 * (H10302 and H10304, whose two parities both count the bit in the middle).
 */
export const CARD_FORMATS = {
  26: {
    bits: 26,
    even: [`P${'x'.repeat(12)}${'.'.repeat(13)}`],
    odd: [`${'.'.repeat(13)}${'x'.repeat(12)}P`],
  },
  34: {
    bits: 34,
    even: [`P${'x'.repeat(16)}${'.'.repeat(17)}`],
    odd: [`${'.'.repeat(17)}${'x'.repeat(16)}P`],
  },
  37: {
    bits: 37,
    even: [`P${'x'.repeat(18)}${'.'.repeat(18)}`],
    odd: [`${'.'.repeat(18)}${'x'.repeat(18)}P`],
  },
} as const satisfies Record<number, CardFormat>

/** The rule for an incoming uid takes no shorter hex. */
const DIGITS_MIN = 6

/** What is wrong with a mask for so many bits; null for a good one. */
export function maskFault(mask: string, bits: number): string | null {
  if (mask.length !== bits)
    return `debe tener ${bits} caracteres, uno por bit; tiene ${mask.length}`
  if (!MASK.test(mask) || mask.split('P').length !== 2) {
    return 'debe tener una P (la paridad), x en cada bit que cuenta, y puntos en los demás'
  }
  return null
}

/** The bits of a frame that a format looks at, by their places. */
interface Places {
  parities: readonly { places: readonly number[]; odd: boolean }[]
  card: readonly number[]
}

/**
 * Finds the card in the bits of a frame: its bits without parities as hex, so that facility and card
 * number keep their places. Null where no format has the length or a parity does not hold.
 */
export class CardReader {
  readonly #formats: ReadonlyMap<number, Places>

  constructor(formats: readonly CardFormat[]) {
    this.#formats = new Map(formats.map((format) => [format.bits, placesOf(format)]))
  }

  /** Whether frames of that length have a parity, so that most damaged ones are found out. */
  hasParity(length: number): boolean {
    return (this.#formats.get(length)?.parities.length ?? 0) > 0
  }

  cardOf(frame: readonly (0 | 1)[]): string | null {
    const format = this.#formats.get(frame.length)
    if (format === undefined) return null
    for (const { places, odd } of format.parities) {
      let isOdd = false
      for (const place of places) if (frame[place] === 1) isOdd = !isOdd
      if (isOdd !== odd) return null
    }
    let text = '0b'
    for (const place of format.card) text += frame[place] === 1 ? '1' : '0'
    const digits = Math.max(DIGITS_MIN, Math.ceil(format.card.length / 4))
    return BigInt(text).toString(16).toUpperCase().padStart(digits, '0')
  }
}

function placesOf({ bits, even, odd }: CardFormat): Places {
  const all = Array.from({ length: bits }, (_, place) => place)
  const counted = (mask: string) => all.filter((place) => mask[place] !== '.')
  const isParity = (place: number) => [...even, ...odd].some((mask) => mask[place] === 'P')
  return {
    parities: [
      ...even.map((mask) => ({ places: counted(mask), odd: false })),
      ...odd.map((mask) => ({ places: counted(mask), odd: true })),
    ],
    card: all.filter((place) => !isParity(place)),
  }
}
