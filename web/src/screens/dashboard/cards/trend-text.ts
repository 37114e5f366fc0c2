import type { Trend } from '../../../api/reports/read-figures.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { dashboardTexts } from '../../../texts/dashboard.ts'

const labels = dashboardTexts.dashboard
const percents = { style: 'percent', maximumFractionDigits: 0 } as const

/** How the trend goes, in words and with a shape. */
export function trendText({ last, before }: Trend): string {
  if (before === 0) return last === 0 ? `${labels.trendSame} ${against(0)}` : labels.trendNew
  const change = last / before - 1
  const percent = Math.abs(change).toLocaleString('es-CO', percents)
  if (Math.abs(change) < 0.005) return `${labels.trendSame} ${against(before)}`
  return `${change > 0 ? labels.trendUp(percent) : labels.trendDown(percent)} ${against(before)}`
}

function against(before: number): string {
  return labels.trendAgainst(formatCount(before))
}
