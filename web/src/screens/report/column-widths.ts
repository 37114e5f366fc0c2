/** How many rows are measured for names; they stand for all. */
const SAMPLE = 500
/** A longer name wraps, and leaves the other columns their room; in sizes of the type (em). */
const NAME_MAX = 15
/** The padding of a cell, with a little for what fonts on paper differ by, in em. */
const PADDING = 0.8

/** The width of a line of the narrower paper, A4, in sizes of the rows' type: 190 mm of 7 pt. */
const LINE = 76.9

/** A column and the texts that it needs room for. */
export interface TextColumn {
  /** The width of its head, in sizes of the rows' type. */
  readonly head: number
  /** The text of a row. */
  readonly textAt: (row: number) => string
  /** The width of a text. */
  readonly widthOf: (text: string) => number
  /** None of its texts may break; of other texts one in a hundred may. */
  readonly isCode?: boolean | undefined
}

/** The widths of a table. */
export interface TableWidths {
  /** Of its columns, in percent. */
  readonly columns: readonly string[]
  /** Of the whole where codes and heads just have room, in sizes of its type. */
  readonly least: number
  /** Of the whole where `columns` give codes and heads their room. */
  readonly whole: number
}

/**
 * The widths of a table's columns: each has room for its texts, so that most rows of most sites are
 * one line high. Where a sheet has no room for all, names break, but codes and heads do not. The
 * browser's own layout would read all rows before it draws the first.
 */
export function columnWidths(columns: readonly TextColumn[], rows: number): TableWidths {
  const wanted = columns.map(({ head, textAt, widthOf, isCode }) => {
    const most = isCode
      ? Math.max(0, ...[...new Set(textsOf(textAt, rows, rows))].map(widthOf))
      : Math.min(NAME_MAX, atMost(textsOf(textAt, rows, SAMPLE).map(widthOf), 0.99))
    const least = isCode ? Math.max(head, most) : head
    return { least: least + PADDING, more: Math.max(0, most - least) }
  })
  const least = total(wanted.map((one) => one.least))
  const names = shared(
    wanted.map((one) => one.more),
    LINE - least,
  )
  const sum = least + total(names)
  const percent = (one: number) => `${((100 * one) / sum).toFixed(2)}%`
  return {
    columns: wanted.map((one, i) => percent(one.least + (names[i] ?? 0))),
    least,
    whole: sum,
  }
}

/** Shares room out: who wants little has all of it, the others as much as each other. */
function shared(wants: readonly number[], room: number): number[] {
  const given = wants.map(() => 0)
  let [left, waiting] = [Math.max(0, room), wants.length]
  for (const [i, want] of [...wants.entries()].toSorted(([, a], [, b]) => a - b)) {
    const share = Math.min(want, left / waiting--)
    given[i] = share
    left -= share
  }
  return given
}

/** The texts of `count` rows at most, evenly taken. */
function textsOf(textAt: (row: number) => string, rows: number, count: number): string[] {
  const step = Math.max(1, rows / count)
  return Array.from({ length: Math.ceil(rows / step) }, (_, i) => textAt(Math.floor(i * step)))
}

/** The width that this share of them does not exceed. */
function atMost(widths: readonly number[], share: number): number {
  return widths.toSorted((a, b) => a - b)[Math.floor((widths.length - 1) * share)] ?? 0
}

function total(widths: readonly number[]): number {
  return widths.reduce((all, one) => all + one, 0)
}
