import { BYTE_ORDER_MARK, CSV_FORMAT } from '@vehicle-control/protocol/csv-format'
import type { Context } from 'hono'
import Papa from 'papaparse'
import type { Logger } from 'pino'
import type { ApiEnv } from '../request-variables.ts'
import { streamBody } from './stream-body.ts'

type Row = readonly (string | number | null)[]

export interface CsvAnswerOptions {
  /** Name under which the browser saves it. */
  file: string
  columns: readonly string[]
  pages: AsyncIterable<readonly Row[]>
  log: Logger
}

/** Answers with a CSV file that the browser saves instead of showing it, page by page. */
export function csvAnswer(
  context: Context<ApiEnv>,
  { file, columns, pages, log }: CsvAnswerOptions,
): Response {
  return context.body(streamBody(csvParts(columns, pages), log), 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file}"`,
  })
}

/** The parts of a CSV file that Spanish Excel opens right, formulas defused. */
export async function* csvParts(
  columns: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + Papa.unparse({ fields: [...columns], data: [] }, CSV_FORMAT)
  let separator = ''
  for await (const rows of pages) {
    const cells = rows.map((row) => row.map((cell) => cell ?? ''))
    yield separator + Papa.unparse(cells, CSV_FORMAT)
    separator = CSV_FORMAT.newline
  }
}
