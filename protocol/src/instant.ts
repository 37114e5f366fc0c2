import { z } from 'zod'

/**
 * A query's point in time: ISO 8601 with Z or an offset, or milliseconds since 1970 (11 digits or more,
 * so that a year is not taken for a moment of 1970; or 0). Parsed to milliseconds since 1970.
 */
export const Instant = z.union(
  [
    z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
    z
      .string()
      .regex(/^(0|\d{11,15})$/)
      .transform(Number),
  ],
  'Fecha inválida: usa ISO 8601 con zona (2026-01-31T13:00:00Z) o milisegundos',
)
