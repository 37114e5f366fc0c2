import { fetchReport } from '../../api/reports/fetch-report.ts'
import { fetchPublicConfig } from '../../api/settings/fetch-public-config.ts'
import { siteTitle } from '../../api/settings/site-title.ts'
import type { AppParts } from '../../app-parts.ts'
import { fetchForExport } from '../../export/export-reads.ts'
import { findRepeats } from '../../reads/repeats.ts'
import { createSiteClock } from '../../site-time/site-clock.ts'
import type { Filters } from '../dashboard/filters/filters.ts'
import { rangeFault, spanOf } from '../dashboard/filters/range.ts'
import { ofOneMoment } from './one-moment.ts'

/** A report has no more rows than this; the screen says where there are more reads. */
export const REPORT_ROWS_MAX = 10_000

/**
 * What the dashboard's report prints: its reads, newest first, its figures, and who made it when
 * and with which filters.
 */
export type Report = NonNullable<Awaited<ReturnType<typeof loadReport>>>

/** Resolves to null where the range is none; rejects when any of its calls fails. */
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
  const [answer, totals] = await ofOneMoment(() =>
    Promise.all([
      fetchForExport(api, { search: filters, span, limit: REPORT_ROWS_MAX, signal }),
      fetchReport(api, { ...filters, span, signal }),
    ]),
  )
  const repeats = findRepeats(answer.logs)
  const signed = { title: siteTitle(config.siteName), author: session.state.get().name }
  return { ...answer, totals, ...signed, repeats, site, span, now, filters }
}
