import type { Context } from 'hono'
import { z } from 'zod'

/** `id` of a path. */
export const RowId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)

/** The path's id; null for what no row can have. */
export function rowId(c: Context): number | null {
  return RowId.safeParse(c.req.param('id')).data ?? null
}
