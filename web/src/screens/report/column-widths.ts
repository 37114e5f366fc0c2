/** How many rows are measured; their lengths stand for all. */
const SAMPLE = 500
/** A longer text wraps, and leaves the other columns their room. */
const LENGTH_MAX = 30
/** The room beside a text, in characters. */
const PADDING = 1
/** How much wider digits, capitals and the bold letters of a head are than a name's letters. */
const WIDE = 1.12

/** How many characters a line of an upright sheet holds. */
const LINE = 157

/** A column and the texts that it needs room for. */
export interface TextColumn {
  readonly head: string
  /** The text of a row. */
  readonly textAt: (row: number) => string
  /** Its texts are digits and capitals, and none may break; of other texts one in twenty may. */
  readonly isCode?: boolean | undefined
}

/**
 * The widths of a table's columns, in percent: each has room for its texts, so that most rows of
 * most sites are one line high. Where a sheet has no room for all, names break, but codes and heads
 * do not. The browser's own layout would read all rows before it draws the first.
 */
export function columnWidths(columns: readonly TextColumn[], rows: number): string[] {
  const step = Math.max(1, rows / SAMPLE)
  const sample = Array.from({ length: Math.ceil(rows / step) }, (_, i) => Math.floor(i * step))
  const wanted = columns.map(({ head, textAt, isCode }) => {
    const lengths = sample.map((row) => textAt(row).length).sort((a, b) => a - b)
    const last = lengths.length - 1
    const most = isCode ? (lengths[last] ?? 0) * WIDE : (lengths[Math.floor(last * 0.95)] ?? 0)
    const text = Math.min(most, LENGTH_MAX)
    const least = Math.max(head.length * WIDE, isCode ? text : 0)
    return { least: least + PADDING, more: Math.max(0, text - least) }
  })
  const least = total(wanted.map((one) => one.least))
  const more = total(wanted.map((one) => one.more))
  const share = Math.min(1, Math.max(0, LINE - least) / (more || 1))
  const sum = least + more * share
  return wanted.map((one) => `${((100 * (one.least + one.more * share)) / sum).toFixed(2)}%`)
}

function total(widths: readonly number[]): number {
  return widths.reduce((all, one) => all + one, 0)
}
