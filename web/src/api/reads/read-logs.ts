import type { ApiClient } from '../http/client.ts'
import { LogsResponse } from './shapes.ts'

/** Bounds of a list of reads; times are ISO 8601. */
export interface ReadLogsQuery {
  from?: string
  /** Sorts the answer by the time of arrival at the hub. */
  receivedFrom?: string
  limit: number
}

/** The reads within these bounds, newest first. */
export function fetchReadLogs(
  api: ApiClient,
  query: ReadLogsQuery,
  signal?: AbortSignal,
): Promise<LogsResponse> {
  const search = new URLSearchParams({ limit: String(query.limit) })
  if (query.from) search.set('from', query.from)
  if (query.receivedFrom) search.set('receivedFrom', query.receivedFrom)
  return api({ path: `/api/client/logs?${search}`, shape: LogsResponse, signal })
}
