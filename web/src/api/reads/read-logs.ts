import type { ApiClient } from '../http/client.ts'
import { LogsResponse } from './shapes.ts'

/** Bounds of a list of reads; times are ISO 8601. */
export interface ReadLogsQuery {
  from?: string
  to?: string
  /** Sorts the answer by the time of arrival at the hub. */
  receivedFrom?: string
  limit: number
}

interface ReadLogsOptions {
  signal?: AbortSignal | undefined
  /** Gets a long answer piece by piece. */
  onText?: ((piece: string) => void) | undefined
}

/** The reads within these bounds, newest first. */
export function fetchReadLogs(
  api: ApiClient,
  { limit, ...bounds }: ReadLogsQuery,
  options: ReadLogsOptions = {},
): Promise<LogsResponse> {
  const search = new URLSearchParams({ ...bounds, limit: String(limit) })
  return api({ path: `/api/client/logs?${search}`, shape: LogsResponse, rows: 'logs', ...options })
}
