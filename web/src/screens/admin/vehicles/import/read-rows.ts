import Papa from 'papaparse'

/** A row of a table. */
export interface TableRow {
  /** The line of the file on which it begins, from 1 on. */
  readonly line: number
  readonly cells: readonly string[]
  /** A quote on that line is never closed: the cells are the line cut at its delimiters. */
  readonly isTorn: boolean
}

/** The longest row in characters: a quote that stays open for longer is a mistake in one line. */
const ROW_MAX = 64 * 1024

/**
 * The rows of a table; each piece yields the rows that end in it. After a torn line, reading goes
 * on with the next one.
 */
export function* readRows(pieces: Iterable<string>, delimiter: string): Generator<TableRow[]> {
  const scan = (
    text: string,
    hasEnd: boolean,
  ): { rows: string[][]; end: number; isTorn: boolean } => {
    const parser = new Papa.Parser({ delimiter, newline: '\n' })
    const { data, errors, meta } = parser.parse(text, 0, !hasEnd)
    const isTorn = errors.some(({ code }: Papa.ParseError) => code === 'MissingQuotes')
    return { rows: data, end: meta.cursor, isTorn }
  }
  let line = 1
  const numbered = (cells: string[]): TableRow => {
    const row = { line, cells, isTorn: false }
    line += 1
    for (const cell of cells) line += countBreaks(cell)
    return row
  }
  let rest = ''
  const takeTorn = (): TableRow => {
    const end = rest.indexOf('\n')
    const text = end === -1 ? rest : rest.slice(0, end)
    rest = end === -1 ? '' : rest.slice(end + 1)
    return { line: line++, cells: text.slice(0, ROW_MAX).split(delimiter), isTorn: true }
  }

  for (const piece of pieces) {
    rest += piece
    const rows: TableRow[] = []
    for (;;) {
      const whole = scan(rest, false)
      rows.push(...whole.rows.map(numbered))
      rest = rest.slice(whole.end)
      if (rest.length < ROW_MAX) break
      rows.push(takeTorn())
    }
    yield rows
  }
  while (rest !== '') {
    const rows: TableRow[] = []
    const last = scan(rest, true)
    if (last.isTorn) {
      rows.push(takeTorn())
      const whole = scan(rest, false)
      rows.push(...whole.rows.map(numbered))
      rest = rest.slice(whole.end)
    } else {
      rows.push(...last.rows.map(numbered))
      rest = ''
    }
    yield rows
  }
}

function countBreaks(cell: string): number {
  let breaks = 0
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) breaks += 1
  return breaks
}
