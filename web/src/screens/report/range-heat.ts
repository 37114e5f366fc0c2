import type { Heatmap } from '../../api/reports/read-figures.ts'
import { type HeatGrid, heatRows, weekTotals } from '../../charts/heat.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'

/**
 * Reads by day of the week and hour of a range of any length; `walls` are the readings of the
 * site's clocks at its hours. A day of the week that the range has none of has no row, and an hour is
 * blank: a zero would say that nothing passed.
 */
export function rangeHeat(
  cells: Heatmap['cells'],
  walls: readonly string[],
): { names: string[]; grid: HeatGrid } {
  const had = new Set(walls.map((wall) => nameOf(dayOf(wall), Number(wall.slice(11, 13)))))
  const days = weekTotals(cells)
    .map((row, dow) => ({
      name: DASHBOARD_TEXTS.charts.days[dow] ?? '',
      row: row.map((total, hr) => (had.has(nameOf(dow, hr)) ? total : null)),
    }))
    .filter(({ row }) => row.some((total) => total !== null))
  return { names: days.map(({ name }) => name), grid: heatRows(days.map(({ row }) => row)) }
}

function dayOf(wall: string): number {
  return new Date(wall.slice(0, 10)).getUTCDay()
}

function nameOf(dow: number, hr: number): string {
  return `${dow} ${hr}`
}
