import Papa from 'papaparse'

/** Excel takes a file for UTF-8 only when it begins with this mark. */
const byteOrderMark = '\uFEFF'
/** Papa's own pattern passes over a cell with a line break in it. */
const formula = /^[=+\-@\t\r]/

/**
 * Rows as a CSV file that Spanish Excel opens right: UTF-8 with its mark, semicolons, every cell
 * quoted. A cell that a spreadsheet would take for a formula begins with an apostrophe instead.
 */
export function csvFile(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const table = { fields: [...columns], data: rows.map((row) => row.map((cell) => cell ?? '')) }
  const options = { delimiter: ';', quotes: true, escapeFormulae: formula, newline: '\r\n' }
  return byteOrderMark + Papa.unparse(table, options)
}
