import { formatCount } from '../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../texts/dashboard.ts'
import type { ChartPoint } from './time-chart.ts'

/** A chart in words: its total and its maximum. */
export function seriesSummary(
  points: readonly ChartPoint[],
  nameOf: (point: ChartPoint) => string,
): string {
  const [first] = points
  if (!first) return DASHBOARD_TEXTS.charts.empty
  const total = points.reduce((sum, point) => sum + point.total, 0)
  if (total === 0) return DASHBOARD_TEXTS.charts.noReads
  const most = points.reduce((best, point) => (point.total > best.total ? point : best), first)
  return DASHBOARD_TEXTS.charts.summary(formatCount(total), formatCount(most.total), nameOf(most))
}
