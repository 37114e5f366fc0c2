import { type HeatGrid, heatRows, weekTotals } from '../../charts/heat.ts'
import type { Heatmap } from '../../api/reports/read-figures.ts'

/**
 * Reads by day of the week and hour of a range of any length; `walls` are the readings of the
 * site's clocks at its hours. An hour that the range has none of is blank: a zero would say that
 * nothing passed.
 */
export function rangeHeat(cells: Heatmap['cells'], walls: readonly string[]): HeatGrid {
  const had = new Set(walls.map((wall) => nameOf(dayOf(wall), Number(wall.slice(11, 13)))))
  const rows = weekTotals(cells).map((row, dow) =>
    row.map((total, hr) => (had.has(nameOf(dow, hr)) ? total : null)),
  )
  return heatRows(rows)
}

function dayOf(wall: string): number {
  return new Date(wall.slice(0, 10)).getUTCDay()
}

function nameOf(dow: number, hr: number): string {
  return `${dow} ${hr}`
}
