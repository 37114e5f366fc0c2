import { Instant, line, SEARCH_MAX, SeenVersion } from '@vehicle-control/protocol'
import { z } from 'zod'
import { invalidField } from './errors.ts'

/** `page` and `pageSize` of a list's query. */
export const Paging = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Página inválida: escribe un número entero desde 1')
    .transform(Number)
    .prefault('1'),
  pageSize: z.enum(['10', '20', '50', '100']).transform(Number).prefault('20'),
})

/** A text that a query looks for. */
export const searchText = line(SEARCH_MAX).optional()

/** The version that the caller saw of what it deletes. */
export const SeenQuery = z.object({ updated_at: SeenVersion })

/** `from` and `to` of a list's query. */
export const range = { from: Instant.optional(), to: Instant.optional() }

/** Whether an asset had the tag when the read was stored; by the same name in every list. */
export const known = z
  .enum(['0', '1'])
  .transform((value) => value === '1')
  .optional()
  .meta({ description: '0: only reads whose tag no asset had when they came; 1: only the others' })

/** A whole number of a query, from 1 to `max`. */
export function wholeNumber(max: number, byDefault: number) {
  const message = `Número inválido: escribe un entero de 1 a ${max}`
  return z
    .string()
    .regex(/^[1-9]\d{0,8}$/, message)
    .transform(Number)
    .refine((n) => n <= max, message)
    .prefault(String(byDefault))
    .meta({ description: `1 to ${max}` })
}

/** Refuses a range that ends before it begins. */
export function requireOrder({
  from,
  to,
}: {
  from?: number | undefined
  to?: number | undefined
}): void {
  if (from === undefined || to === undefined || from <= to) return
  const message = 'El inicio es posterior al final; corrige las fechas'
  throw invalidField('from', message, message)
}
