import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'

const WORDS = DEVICE_TEXTS.fields

/** Coordinates as a person types them. */
export interface TypedPlace {
  readonly lat: string
  readonly lng: string
}

/** What is wrong with typed coordinates, by field; null: nothing. */
export interface PlaceFaults {
  readonly lat: string | null
  readonly lng: string | null
}

/** Degrees of a typed number, with a comma or a point; null where it is empty, NaN where it is none. */
export function readDegrees(text: string): number | null {
  const typed = text.trim().replace('−', '-')
  if (typed === '') return null
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)°?$/.test(typed)) return Number.NaN
  return Number(typed.replace('°', '').replace(',', '.'))
}

/** Both coordinates or none, each a number on earth; 0 is one. */
export function placeFaults({ lat, lng }: TypedPlace): PlaceFaults {
  const [y, x] = [readDegrees(lat), readDegrees(lng)]
  const missing = (own: number | null, other: number | null) =>
    own === null && other !== null ? WORDS.bothCoordinates : null
  const range = (value: number | null, max: number, text: string) => {
    if (value === null) return null
    if (Number.isNaN(value)) return WORDS.number
    return Math.abs(value) <= max ? null : text
  }
  return {
    lat: missing(y, x) ?? range(y, 90, WORDS.latRange),
    lng: missing(x, y) ?? range(x, 180, WORDS.lngRange),
  }
}

/** Typed coordinates as the hub takes them; null where they are empty or faulty. */
export function readPlace(typed: TypedPlace): { lat: number; lng: number } | null {
  const faults = placeFaults(typed)
  const [lat, lng] = [readDegrees(typed.lat), readDegrees(typed.lng)]
  if (faults.lat !== null || faults.lng !== null || lat === null || lng === null) return null
  return { lat, lng }
}

/** Degrees as a field shows them, to a decimetre; empty where there are none. */
export function writeDegrees(value: number | null): string {
  return value === null ? '' : String(Number(value.toFixed(6))).replace('.', ',')
}
