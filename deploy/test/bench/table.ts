/** One line of the report: what was measured, the figure, and the goal or limit beside it. */
export interface Figure {
  what: string
  measured: string
  goal: string
  reached: boolean
}

/** The figures as a Markdown table, as FIGURES.md keeps them. */
export function table(figures: readonly Figure[]): string {
  return [...HEAD, ...figures.map(rowOf)].join('\n')
}

const HEAD = ['| what | measured | goal | reached |', '|---|---|---|---|']
const rowOf = ({ what, measured, goal, reached }: Figure) =>
  `| ${what} | ${measured} | ${goal} | ${reached ? 'yes' : '**no**'} |`

/**
 * The text of FIGURES.md with these figures in its table: each in the place of the row that measured
 * the same, a new one behind the figure before it.
 *
 * @throws Error when the text has no such table.
 */
export function withFigures(text: string, figures: readonly Figure[]): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line, i) => line === HEAD[0] && lines[i + 1] === HEAD[1]) + 2
  if (first < 2) throw new Error('FIGURES.md has no table of what was measured')
  const end = lines.findIndex((line, i) => i >= first && !line.startsWith('|'))
  const rows = lines.slice(first, end)
  const placeOf = ({ what }: Figure) => rows.findIndex((row) => row.startsWith(`| ${what} |`))
  const known = figures.map(placeOf).find((place) => place >= 0)
  let next = known ?? rows.length
  for (const figure of figures) {
    const place = placeOf(figure)
    if (place >= 0) next = place
    rows.splice(next, place >= 0 ? 1 : 0, rowOf(figure))
    next++
  }
  return [...lines.slice(0, first), ...rows, ...lines.slice(end)].join('\n')
}

/** The p-th percentile (0 to 100) of a sample. */
export function percentile(sample: readonly number[], p: number): number {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((p / 100) * sorted.length))] ?? Number.NaN
}
