import type { Heatmap } from '../api/reports/read-figures.ts'
import type { SiteClock } from '../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'

/** Null: an hour that has not come. */
type Total = number | null

/** Counts in rows, and how strongly each is coloured. */
export interface HeatGrid {
  readonly rows: readonly (readonly { readonly total: Total; readonly level: number }[])[]
  readonly max: number
  /** The row of a day that is not over. */
  readonly today?: number
}

const LEVELS = 5

/** Colours each count by its share of the largest one. */
export function heatRows(totals: readonly (readonly Total[])[]): HeatGrid {
  const max = Math.max(0, ...totals.flat().map(Number))
  const level = (total: Total) => (total === null ? -1 : Math.ceil((LEVELS * total) / (max || 1)))
  return {
    rows: totals.map((row) => row.map((total) => ({ total, level: level(total) }))),
    max,
  }
}

/**
 * Reads of a week by day (0 = Dom) and hour. Always returns 7 rows of 24: a missing cell counts
 * zero, one out of range is dropped, and the rest of today is blank.
 */
export function heatGrid({ cells, at }: Heatmap, site: Pick<SiteClock, 'wall'>): HeatGrid {
  const totals = weekTotals(cells)
  const [day = '', hour] = site.wall(at).split(/[T:]/)
  const today = new Date(day).getUTCDay()
  totals[today]?.fill(null, Number(hour) + 1)
  return { ...heatRows(totals), today }
}

/** Counts by day of the week and hour; a missing cell is zero, one out of range is dropped. */
export function weekTotals(cells: Heatmap['cells']): Total[][] {
  const totals: Total[][] = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { dow, hr, total } of cells) {
    const row = totals[dow]
    if (row && hr in row) row[hr] = total
  }
  return totals
}

/** The date of each row: that day of the week's newest one, as YYYY-MM-DD. */
export function heatDates(at: number, { wall }: Pick<SiteClock, 'wall'>): string[] {
  const today = Date.parse(`${wall(at).slice(0, 10)}T00:00Z`)
  const dow = new Date(today).getUTCDay()
  return Array.from({ length: 7 }, (_, row) => {
    const back = (7 + dow - row) % 7
    return new Date(today - back * 86_400_000).toISOString().slice(0, 10)
  })
}

/** The names of the rows of a week. */
export function heatNames({ today }: HeatGrid): string[] {
  const { days, todayIs } = DASHBOARD_TEXTS.charts
  return days.map((name, dow) => (dow === today ? todayIs(name) : name))
}

/** A count that fits a small cell. */
export function shortCount(total: Total): string {
  if (total === null) return ''
  return total < 10_000 ? String(total) : `${Math.floor(total / 1000)}k`
}
