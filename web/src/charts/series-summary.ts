import { formatCount } from '../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'
import type { ChartPoint } from './time-chart.ts'

/**
 * A chart in words: its total, its maximum, and the count of the point that is not over, under the
 * given name.
 */
export function seriesSummary(
  points: readonly ChartPoint[],
  nameOf: (point: ChartPoint) => string,
  openName?: string,
): string {
  const [first] = points
  if (!first) return DASHBOARD_TEXTS.charts.empty
  const total = points.reduce((sum, point) => sum + point.total, 0)
  if (total === 0) return DASHBOARD_TEXTS.charts.noReads
  const most = points.reduce((best, point) => (point.total > best.total ? point : best), first)
  const { summary, open } = DASHBOARD_TEXTS.charts
  const words = summary(formatCount(total), formatCount(most.total), nameOf(most))
  const last = points.at(-1)
  const isOpen = openName !== undefined && last?.isOpen === true
  return isOpen ? `${words} ${open(openName, formatCount(last.total))}` : words
}
