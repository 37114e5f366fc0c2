import { fetchPublicConfig } from '../../api/settings/fetch-public-config.ts'
import { siteTitle } from '../../api/settings/site-title.ts'
import type { AppParts } from '../../app-parts.ts'
import { findRepeats } from '../../reads/repeats.ts'
import { createSiteClock } from '../../site-time/site-clock.ts'
import type { LiveFilters } from '../live-rfid/live-filters.ts'
import { isUpsideDown } from '../live-rfid/live-span.ts'
import { fetchStoredReads } from '../live-rfid/stored-reads.ts'
import { REPORT_ROWS_MAX } from './load-report.ts'

/**
 * What the live screen's report prints: its reads, newest first, and who made it when and with
 * which filters.
 */
export type LiveReport = NonNullable<Awaited<ReturnType<typeof loadLiveReport>>>

/** The reads of the live screen's filters; null where there are none. */
export async function loadLiveReport(app: AppParts, filters: LiveFilters, signal: AbortSignal) {
  const config = await fetchPublicConfig(app.api, signal)
  const site = createSiteClock(config.timeZone)
  if (isUpsideDown(filters, site)) return null
  const limit = REPORT_ROWS_MAX
  const found = await fetchStoredReads(app, { filters, site, limit, signal })
  if (found.logs.length === 0) return null
  const now = app.serverClock.now()
  const span = { from: found.span.from, to: found.span.to ?? now }
  const signed = { title: siteTitle(config.siteName), author: app.session.state.get().name }
  return { ...found, ...signed, span, repeats: findRepeats(found.logs), site, now, filters }
}
