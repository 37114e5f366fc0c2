import { BYTE_ORDER_MARK, CSV_FORMAT } from '@vehicle-control/protocol/csv-format'
import Papa from 'papaparse'

/** Rows as a CSV file that Spanish Excel opens right, formulas defused. */
export function csvFile(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const table = { fields: [...columns], data: rows.map((row) => row.map((cell) => cell ?? '')) }
  return BYTE_ORDER_MARK + Papa.unparse(table, CSV_FORMAT)
}
