import type { ApiClient } from '../../api/http/client.ts'
import type { TimeSpan } from '../../api/reads/time-span.ts'
import { fetchReport } from '../../api/reports/fetch-report.ts'
import {
  fetchDaily,
  fetchHeatmap,
  fetchHourly,
  fetchTrend,
} from '../../api/reports/read-figures.ts'
import { fetchPublicConfig } from '../../api/settings/fetch-public-config.ts'
import { siteTitle } from '../../api/settings/site-title.ts'
import type { AppParts } from '../../app-parts.ts'
import { fetchForExport } from '../../export/export-reads.ts'
import { findRepeats } from '../../reads/repeats.ts'
import { createSiteClock } from '../../site-time/site-clock.ts'
import { type Filters, isSearching } from '../dashboard/filters/filters.ts'
import { rangeFault, spanOf } from '../dashboard/filters/range.ts'

/** A report has no more rows than this; the screen says where there are more reads. */
export const REPORT_ROWS_MAX = 10_000

/**
 * What the dashboard's report prints: its reads, newest first, its figures, and who made it when
 * and with which filters.
 */
export type Report = NonNullable<Awaited<ReturnType<typeof loadReport>>>

/** Resolves to null where the range has no reads; rejects when any of its calls fails. */
export async function loadReport(
  { api, serverClock, session }: AppParts,
  filters: Filters,
  signal: AbortSignal,
) {
  const config = await fetchPublicConfig(api, signal)
  const site = createSiteClock(config.timeZone)
  if (rangeFault(filters, site) !== null) return null
  const now = serverClock.now()
  const open = spanOf(filters, site, now)
  // All figures of a report end at the same moment.
  const span = { from: open.from, to: open.to ?? now }
  const [answer, totals, ofSite] = await Promise.all([
    fetchForExport(api, { search: filters, span, limit: REPORT_ROWS_MAX, signal }),
    fetchReport(api, { ...filters, span, signal }),
    // Those of the site end today.
    isSearching(filters) || span.to < site.startOfDay(now)
      ? null
      : siteFigures(api, { span, now, signal }),
  ])
  if (answer.logs.length === 0) return null
  const repeats = findRepeats(answer.logs)
  const signed = { title: siteTitle(config.siteName), author: session.state.get().name }
  return { ...answer, totals, ofSite, ...signed, repeats, site, span, now, filters }
}

interface SiteFiguresCall {
  span: TimeSpan
  now: number
  signal: AbortSignal
}

/**
 * What a report of all reads up to today has beside its totals; that of a search names nobody else,
 * and that of a range which is over has the charts of the range.
 */
async function siteFigures(api: ApiClient, { span, now, signal }: SiteFiguresCall) {
  const [trend, daily, hourly, heatmap] = await Promise.all([
    fetchTrend(api, now, signal),
    fetchDaily(api, signal),
    fetchHourly(api, span, signal),
    fetchHeatmap(api, now, signal),
  ])
  return { trend, daily, hourly, heatmap }
}
