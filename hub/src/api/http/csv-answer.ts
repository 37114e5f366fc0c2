import { BYTE_ORDER_MARK, CSV_FORMAT } from '@vehicle-control/protocol/csv-format'
import type { Context } from 'hono'
import Papa from 'papaparse'
import type { ApiEnv } from './request-variables.ts'

type Row = readonly (string | number | null)[]

export interface CsvAnswerOptions {
  /** Name under which the browser saves it. */
  file: string
  columns: readonly string[]
  rows: readonly Row[]
}

/** Answers with a CSV file that the browser saves instead of showing it. */
export function csvAnswer(context: Context<ApiEnv>, options: CsvAnswerOptions): Response {
  const { file, columns, rows } = options
  return context.body(csvFile(columns, rows), 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file}"`,
  })
}

/** Rows as a CSV file that Spanish Excel opens right, formulas defused. */
export function csvFile(columns: readonly string[], rows: readonly Row[]): string {
  const table = { fields: [...columns], data: rows.map((row) => row.map((cell) => cell ?? '')) }
  return BYTE_ORDER_MARK + Papa.unparse(table, CSV_FORMAT)
}
