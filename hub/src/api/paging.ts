import { Instant, line, PAGE_SIZES, PageNumber } from '@vehicle-control/protocol'
import { z } from 'zod'
import { apiError } from './errors.ts'

/** `page` and `pageSize` of a list's query. */
export const Paging = z.object({
  page: PageNumber,
  pageSize: z.enum(PAGE_SIZES).transform(Number).default(20),
})

/** `q` of a list's query. */
export const searchText = line(120).optional()

/** `from` and `to` of a list's query. */
export const range = { from: Instant.optional(), to: Instant.optional() }

/** Refuses a range that ends before it begins. */
export function requireOrder(from: number | undefined, to: number | undefined): void {
  if (from === undefined || to === undefined || from <= to) return
  const message = 'El inicio es posterior al final; corrige las fechas'
  throw apiError('invalid_input', message, { issues: [{ path: 'from', message }] })
}
