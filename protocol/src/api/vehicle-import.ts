import { z } from 'zod'
import { IMPORT_ROWS_MAX } from '../limits.ts'
import { ErrorCode } from './answer.ts'

const cell = z.string().max(1000).nullish()

/** POST /api/vehicles/import; a row's faults are its own answer, and keep no other row out. */
export const VehicleImport = z.object({
  rows: z
    .array(z.object({ plate: cell, model: cell, owner: cell, rfid_tag: cell }))
    .min(1)
    .max(IMPORT_ROWS_MAX),
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
