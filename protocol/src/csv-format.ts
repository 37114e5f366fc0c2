/** Excel takes a file for UTF-8 only when it begins with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Options with which papaparse writes a file that Spanish Excel opens right: semicolons, every cell quoted. A cell
 * that a spreadsheet would take for a formula begins with an apostrophe instead.
 */
export const CSV_FORMAT = {
  delimiter: ';',
  quotes: true,
  // Papa's own pattern passes over a cell with a line break in it.
  escapeFormulae: /^[=+\-@\t\r]/,
  newline: '\r\n',
}
