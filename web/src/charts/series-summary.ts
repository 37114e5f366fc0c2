import { formatCount } from '../site-time.ts'
import { texts } from '../texts.ts'
import type { ChartPoint } from './time-chart.ts'

/** What a chart says, in words. */
export function seriesSummary(
  points: readonly ChartPoint[],
  nameOf: (point: ChartPoint) => string,
): string {
  const [first] = points
  if (!first) return texts.charts.empty
  const total = points.reduce((sum, point) => sum + point.total, 0)
  if (total === 0) return texts.charts.noReads
  const most = points.reduce((best, point) => (point.total > best.total ? point : best), first)
  return texts.charts.summary(formatCount(total), formatCount(most.total), nameOf(most))
}
