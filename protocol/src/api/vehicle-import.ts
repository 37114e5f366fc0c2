import { z } from 'zod'
import { IMPORT_ROWS_MAX } from '../limits.ts'
import { byVehicleColumn } from '../vehicle-columns.ts'
import { ErrorCode } from './answer.ts'

/** Only read here: its faults are its row's answer, however long it is. */
const cell = z.string().nullish()

const Rows = z
  .array(z.object(byVehicleColumn(() => cell)))
  .min(1)
  .max(IMPORT_ROWS_MAX)

/**
 * POST /api/vehicles/import; the values of a row are judged by the rules of `VehicleRequest`, and
 * its faults keep no other row out.
 */
export const VehicleImport = z.object({
  // Counted first: zod looks at every item of a list that is too long, and names the faults of each.
  rows: z.preprocess((rows, context) => {
    if (Array.isArray(rows) && rows.length > IMPORT_ROWS_MAX) {
      const issue = { code: 'too_big', origin: 'array', maximum: IMPORT_ROWS_MAX } as const
      context.addIssue({ ...issue, input: rows })
    }
    return rows
  }, Rows),
})
export type VehicleImport = z.infer<typeof VehicleImport>

/** What became of a row. */
export const ImportedRow = z.object({
  /** Of the new vehicle; null where it was refused. */
  id: z.number().int().nullable(),
  error: ErrorCode.nullable(),
  /** In Spanish, what is wrong and how to mend it. */
  message: z.string().nullable(),
  /** Refused because a vehicle with all of these values is there: the row was stored before. */
  same: z.boolean(),
})
export type ImportedRow = z.infer<typeof ImportedRow>

/** An answer a row, in the rows' order. */
export const VehicleImported = z.object({ results: z.array(ImportedRow) })
export type VehicleImported = z.infer<typeof VehicleImported>
