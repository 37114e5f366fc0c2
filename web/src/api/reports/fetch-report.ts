import type { ReportResponse as ReportTotals } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { freshPath } from '../http/fresh-path.ts'
import { type ReadSearch, searchParams } from '../reads/search-reads.ts'
import type { TimeSpan } from '../reads/time-span.ts'
import { ReportResponse } from './report-shapes.ts'

interface ReportCall extends ReadSearch {
  span: TimeSpan
  signal?: AbortSignal | undefined
}

/** The figures of the reads of a span that fit a search; of the site where it is empty. */
export async function fetchReport(api: ApiClient, call: ReportCall): Promise<ReportTotals> {
  const path = freshPath(`/api/rfid/stats/report?${searchParams(call)}`)
  return await api({ path, shape: ReportResponse, signal: call.signal, isFresh: true })
}
