import { PLATE_MAX, PLATE_MIN, TAG_MIN } from './limits.ts'

const INNER = `{${PLATE_MIN - 2},${PLATE_MAX - 2}}`

/** Takes both cases, before folding: upper-casing turns some letters of other alphabets into these. */
export const PLATE = new RegExp(`^[A-Za-zÑñ0-9][A-Za-zÑñ0-9 -]${INNER}[A-Za-zÑñ0-9]$`)

/** A tag of up to `max` characters, trimmed. */
export const tagPattern = (max: number) => new RegExp(`^[A-Za-z0-9-]{${TAG_MIN},${max}}$`)

/** A plate as it was written, trimmed, with single spaces. */
export function tidyPlate(raw: string): string {
  return raw.normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** The plate as the hub stores it; null where it is none. */
export function parsePlate(raw: string): string | null {
  const plate = tidyPlate(raw)
  return PLATE.test(plate) ? plate.toUpperCase() : null
}

/** The tag as the hub stores it; null where it is none, or has more than `max` characters. */
export function parseTag(raw: string, max: number): string | null {
  const tag = raw.trim()
  return tagPattern(max).test(tag) ? tag.toUpperCase() : null
}
