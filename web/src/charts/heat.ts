import type { HeatmapCell } from '@vehicle-control/protocol'

/** Counts in rows, and how strongly each is coloured. */
export interface HeatGrid {
  readonly rows: readonly (readonly { readonly total: number; readonly level: number }[])[]
  readonly max: number
}

const LEVELS = 5

/** Colours each count by its share of the largest one. */
export function heatRows(totals: readonly (readonly number[])[]): HeatGrid {
  const max = Math.max(0, ...totals.flat())
  const level = (total: number) => (total <= 0 ? 0 : Math.ceil((LEVELS * total) / max))
  return {
    rows: totals.map((row) => row.map((total) => ({ total, level: level(total) }))),
    max,
  }
}

/**
 * Reads of a week by day (0 = Dom) and hour. Always gives 7 rows of 24: a missing cell counts nothing,
 * and one of no such place is dropped.
 */
export function heatGrid(cells: readonly HeatmapCell[]): HeatGrid {
  const totals = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { dow, hr, total } of cells) {
    const row = totals[dow]
    if (row && hr in row) row[hr] = total
  }
  return heatRows(totals)
}

/** A count that fits a small cell. */
export function shortCount(total: number): string {
  return total < 10_000 ? String(total) : `${Math.floor(total / 1000)}k`
}
