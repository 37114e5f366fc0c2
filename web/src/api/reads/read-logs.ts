import type { ApiClient } from '../http/client.ts'
import { LogsResponse } from './shapes.ts'

/** Which reads to ask for; times are ISO 8601. */
export interface ReadLogsQuery {
  from?: string
  /** Sorted by the time of arrival at the hub when given. */
  receivedFrom?: string
  limit: number
}

/** GET /api/client/logs, newest first. */
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
