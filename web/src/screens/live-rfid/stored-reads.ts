import type { ReadLog } from '@vehicle-control/protocol'
import { fetchReadLogs } from '../../api/reads/read-logs.ts'
import { spanParams, type TimeSpan } from '../../api/reads/time-span.ts'
import type { AppParts } from '../../app-parts.ts'
import { countRows, type ExportProgress, isCut } from '../../export/count-rows.ts'
import { readFilter } from '../../live/read-filter.ts'
import { scanOfLog } from '../../live/read-list.ts'
import type { SiteClock } from '../../site-time/site-clock.ts'
import type { LiveFilters } from './live-filters.ts'
import { liveSpan } from './live-span.ts'

/** Stored reads for a file or a report. */
export interface StoredReads {
  /** The reads that fit the filters, newest first. */
  readonly logs: readonly ReadLog[]
  readonly span: TimeSpan
  /** The hub's count of the span. */
  readonly total: number
  readonly capped: boolean
  /** Only the newest reads of the span were fetched and filtered. */
  readonly isCut: boolean
}

interface StoredReadsOptions {
  /** Their dates are not upside down. */
  filters: LiveFilters
  site: SiteClock
  limit: number
  signal: AbortSignal
  onProgress?: (progress: ExportProgress) => void
}

/** Fetches the newest stored reads of the filters' dates, else of the site's whole day. */
export async function fetchStoredReads(
  { api, serverClock }: Pick<AppParts, 'api' | 'serverClock'>,
  { filters, site, limit, signal, onProgress }: StoredReadsOptions,
): Promise<StoredReads> {
  const span = liveSpan(filters, site, serverClock.now())
  const query = { ...Object.fromEntries(spanParams(span)), limit }
  const onText = onProgress && countRows(onProgress, limit)
  const answer = await fetchReadLogs(api, query, { signal, onText })
  const { logs, total, capped } = answer
  const fits = readFilter(filters)
  const found = fits ? logs.filter((log) => fits(scanOfLog(log))) : logs
  return { logs: found, span, total, capped, isCut: isCut(logs.length, answer, limit) }
}
