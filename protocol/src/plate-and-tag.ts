import { PLATE_MAX, PLATE_MIN, TAG_MIN } from './limits.ts'

/** A plate in its stored form. */
export const PLATE = new RegExp(
  `^[A-ZÑ0-9][A-ZÑ0-9 -]{${PLATE_MIN - 2},${PLATE_MAX - 2}}[A-ZÑ0-9]$`,
)

/** A tag of up to `max` characters, trimmed. */
export const tagPattern = (max: number) => new RegExp(`^[A-Za-z0-9-]{${TAG_MIN},${max}}$`)

/** Upper case, trimmed, a run of spaces as one. */
export function tidyPlate(raw: string): string {
  return raw.normalize('NFC').trim().replace(/\s+/g, ' ').toUpperCase()
}

/** The plate as the hub stores it; null where it is none. */
export function parsePlate(raw: string): string | null {
  const plate = tidyPlate(raw)
  return PLATE.test(plate) ? plate : null
}

/** The tag as the hub stores it; null where it is none, or has more than `max` characters. */
export function parseTag(raw: string, max: number): string | null {
  const tag = raw.trim()
  return tagPattern(max).test(tag) ? tag.toUpperCase() : null
}
