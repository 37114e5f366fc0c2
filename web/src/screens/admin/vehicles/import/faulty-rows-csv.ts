import { BYTE_ORDER_MARK, CSV_FORMAT } from '@vehicle-control/protocol/csv-format'
import { VEHICLE_COLUMNS } from '@vehicle-control/protocol/vehicle-columns'
import Papa from 'papaparse'
import { nextTurn } from '../../../../browser/next-turn.ts'
import { IMPORT_TEXTS } from '../../../../texts/admin/admin-import.ts'
import type { FaultyRow } from './validate-row.ts'

const { faultyRowsHeads } = IMPORT_TEXTS
const ROWS_A_TURN = 2000

/** The rows that were not imported, by line, as a file to correct and import again. */
export async function faultyRowsCsv(rows: readonly FaultyRow[]): Promise<Blob> {
  const sorted = [...rows].sort((a, b) => a.line - b.line)
  const heads = [...VEHICLE_COLUMNS, faultyRowsHeads.line, faultyRowsHeads.reason]
  const parts = [BYTE_ORDER_MARK + Papa.unparse([heads], CSV_FORMAT)]
  for (let at = 0; at < sorted.length; at += ROWS_A_TURN) {
    await nextTurn()
    const lines = sorted
      .slice(at, at + ROWS_A_TURN)
      .map(({ line, cells, reason }) => [
        ...VEHICLE_COLUMNS.map((column) => cells[column]),
        line,
        reason,
      ])
    parts.push(CSV_FORMAT.newline, Papa.unparse(lines, CSV_FORMAT))
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
