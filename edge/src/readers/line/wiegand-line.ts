/** A card as the print of the usual Arduino library has it (monkeyboard/Wiegand-Protocol-Library). */
const PRINTED =
  /^wiegand hex\s*=\s*([0-9a-f]{1,10})\s*,\s*decimal\s*=\s*(\d{1,11})\s*,\s*type\s*w(\d{1,2})$/i
const FACILITY_AND_CARD = /^(\d{1,5}):(\d{1,6})$/
const TEN_DIGITS = /^\d{10}$/

/** Bits of the card by those on the wire: without parity where the format has it. Others are keys. */
const CARD_BITS: Readonly<Record<string, number>> = { 24: 24, 26: 24, 32: 32, 34: 32, 37: 35 }
/** Facility and card of 26, 34 and 37 bits (H10304). */
const FORMATS = [
  { facility: 8, card: 16 },
  { facility: 16, card: 16 },
  { facility: 16, card: 19 },
] as const
/** A facility that is printed with more is one of 16 bits, with zeros before it. */
const SHORT_FACILITY_DIGITS = 3

/**
 * The uid of a Wiegand card in a line: the bits of the card as hex, as many digits as its format has
 * bits for. A line is what an Arduino prints (`Wiegand HEX = 8B1C3D, DECIMAL = 9116733, Type W26`),
 * facility and card (`139:07229`), or the ten digits of both as one number; null for any other.
 */
export function wiegandUid(line: string): string | null {
  const [, hex, decimal, wire = ''] = PRINTED.exec(line) ?? []
  if (hex !== undefined) {
    const value = Number.parseInt(hex, 16)
    return value === Number(decimal) ? uidOf(value, CARD_BITS[wire]) : null
  }
  if (TEN_DIGITS.test(line)) return uidOf(Number(line), Number(line) < 2 ** 24 ? 24 : 32)
  const [, facility, card] = FACILITY_AND_CARD.exec(line) ?? []
  if (facility === undefined || card === undefined) return null
  const format = FORMATS.find(
    (bits) =>
      (bits.facility > 8 || facility.length <= SHORT_FACILITY_DIGITS) &&
      Number(facility) < 2 ** bits.facility &&
      Number(card) < 2 ** bits.card,
  )
  if (format === undefined) return null
  const value = Number(facility) * 2 ** format.card + Number(card)
  return uidOf(value, format.facility + format.card)
}

function uidOf(value: number, bits: number | undefined): string | null {
  if (bits === undefined || value >= 2 ** bits) return null
  return value
    .toString(16)
    .toUpperCase()
    .padStart(Math.ceil(bits / 4), '0')
}

/** Whether a line has facility and card apart: as hex bytes they are joined, and two cards may be one. */
export function hasFacilityAndCard(line: string): boolean {
  return FACILITY_AND_CARD.test(line)
}
