/** Excel takes a file for UTF-8 only when it begins with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Beginnings of a cell that some spreadsheet takes for a formula: the signs, their full-width forms (which Excel and
 * Sheets of East Asian languages take for the same), and a tab or line end, which they skip. Apostrophes
 * before one count too: the reader of our files takes one off, and so gets back every cell as it was.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/

/**
 * Options with which papaparse writes a file that Spanish Excel opens right: semicolons, every cell quoted. A cell
 * that a spreadsheet would take for a formula begins with an apostrophe instead.
 */
export const CSV_FORMAT = {
  delimiter: ';',
  quotes: true,
  // Papa's own pattern passes over a cell with a line break in it.
  escapeFormulae: FORMULA,
  newline: '\r\n',
}

/** A cell as it was before CSV_FORMAT put an apostrophe before it. */
export function unescapedCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
