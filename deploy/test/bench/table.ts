/** One line of the report: what was measured, the figure, and the goal or limit beside it. */
export interface Figure {
  what: string
  measured: string
  goal: string
  reached: boolean
}

/** The figures as a Markdown table, as FIGURES.md keeps them. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(
    (f) => `| ${f.what} | ${f.measured} | ${f.goal} | ${f.reached ? 'yes' : '**no**'} |`,
  )
  return ['| what | measured | goal | reached |', '|---|---|---|---|', ...rows].join('\n')
}

/** The p-th percentile (0 to 100) of a sample. */
export function percentile(sample: readonly number[], p: number): number {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((p / 100) * sorted.length))] ?? Number.NaN
}
