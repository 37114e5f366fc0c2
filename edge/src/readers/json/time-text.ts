const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s?(Z|[+-]\d\d:?\d\d)?$/i
const DIGITS = /^\d{1,20}(?:\.\d{1,9})?$/
/** Below: seconds since 1970. From here on milliseconds, which are this many in 1973. */
const FIRST_MS = 1e11
const FIRST_US = 1e14
const FIRST_NS = 1e17

/**
 * A time as readers write it, in milliseconds since 1970: ISO 8601, with or without the colon in its
 * offset, and UTC without one; or seconds, milliseconds, microseconds or nanoseconds since 1970, told
 * apart by their size. Undefined for what is no time.
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string' || value.length > 64) return undefined
  if (DIGITS.test(value)) return fromNumber(Number(value))
  const [, day, time, zone = 'Z'] = ISO.exec(value) ?? []
  if (day === undefined || time === undefined) return undefined
  const at = Date.parse(`${day}T${time.replace(',', '.')}${zone.toUpperCase()}`)
  return Number.isFinite(at) ? at : undefined
}

function fromNumber(value: number): number | undefined {
  if (!Number.isFinite(value) || value <= 0) return undefined
  if (value < FIRST_MS) return value * 1000
  if (value < FIRST_US) return value
  if (value < FIRST_NS) return value / 1000
  return value / 1e6
}
