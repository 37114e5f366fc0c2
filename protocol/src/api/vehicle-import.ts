import { z } from 'zod'
import { IMPORT_ROWS_MAX } from '../limits.ts'
import { byVehicleColumn } from '../vehicle-columns.ts'
import { ErrorCode } from './answer.ts'

/** Any text: its faults are answered in its row's result. */
const cell = z.string().nullish()

const Rows = z
  .array(z.object(byVehicleColumn(() => cell)))
  .min(1)
  .max(IMPORT_ROWS_MAX)

/**
 * POST /api/vehicles/import. Each row is checked by the rules of `VehicleRequest` on its own: the
 * others are stored whatever its faults.
 */
export const VehicleImport = z.object({
  // Counted before the rows are checked: zod names the faults of every item, however long the list.
  rows: z.preprocess((rows, context) => {
    if (Array.isArray(rows) && rows.length > IMPORT_ROWS_MAX) {
      const issue = { code: 'too_big', origin: 'array', maximum: IMPORT_ROWS_MAX } as const
      context.addIssue({ ...issue, input: rows })
    }
    return rows
  }, Rows),
})
export type VehicleImport = z.infer<typeof VehicleImport>

/** The result of a row. */
export const ImportedRow = z.object({
  /** Of the new vehicle; null where it was refused. */
  id: z.number().int().nullable(),
  error: ErrorCode.nullable(),
  /** In Spanish, what is wrong and how to mend it. */
  message: z.string().nullable(),
  /** Refused as a duplicate of a vehicle with the same values: the row was stored before. */
  same: z.boolean(),
})
export type ImportedRow = z.infer<typeof ImportedRow>

/** One result for each row, in the rows' order. */
export const VehicleImported = z.object({ results: z.array(ImportedRow) })
export type VehicleImported = z.infer<typeof VehicleImported>
