import type { Trend } from '../../../api/reports/read-figures.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'

const LABELS = DASHBOARD_TEXTS.dashboard
const PERCENTS = { style: 'percent', maximumFractionDigits: 0 } as const

/** Beyond this factor a percentage says nothing. */
const MANY_TIMES = 10
const LEAST_CHANGE = -0.99

/** The trend in words and with a shape. */
export function trendText({ last, before }: Trend): string {
  if (before === 0) return last === 0 ? LABELS.trendNone : LABELS.trendNew
  const share = last / before - 1
  // A rounded -100 % would say that there are no reads at all.
  const change = last > 0 ? Math.max(share, LEAST_CHANGE) : share
  if (last > MANY_TIMES * before) return LABELS.trendMany(formatCount(before))
  const percent = Math.abs(change).toLocaleString('es-CO', PERCENTS)
  if (Math.abs(change) < 0.005) return `${LABELS.trendSame} ${against(before)}`
  return `${change > 0 ? LABELS.trendUp(percent) : LABELS.trendDown(percent)} ${against(before)}`
}

function against(before: number): string {
  return LABELS.trendAgainst(formatCount(before))
}
