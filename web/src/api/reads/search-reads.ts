import type { ApiClient } from '../http/client.ts'
import { freshPath } from '../http/fresh-path.ts'
import { LogsResponse } from './shapes.ts'
import { spanParams, type TimeSpan } from './time-span.ts'

/** Texts that reads are searched by; an empty one does not filter. */
export interface ReadSearch {
  readonly plate: string
  /** A tag, or its beginning. */
  readonly tag: string
  readonly owner: string
  /** '0': only tags that no asset has; '1': only those that one has; empty: both. */
  readonly known: '' | '0' | '1'
}

interface SearchReadsOptions extends ReadSearch {
  span: TimeSpan
  /** Id of a read: only those that come after it in the list. */
  before?: string | undefined
  limit: number
  signal?: AbortSignal | undefined
  onText?: (piece: string) => void
}

/** The reads of a span, newest first. */
export function searchReads(api: ApiClient, call: SearchReadsOptions): Promise<LogsResponse> {
  const params = searchParams(call)
  if (call.before) params.set('before', call.before)
  params.set('limit', String(call.limit))
  const path = freshPath(`/api/rfid/logs?${params}`)
  const { signal, onText } = call
  return api({ path, shape: LogsResponse, rows: 'logs', signal, onText, isFresh: true })
}

/** A search of a span as query parameters. */
export function searchParams(search: ReadSearch & { span: TimeSpan }): URLSearchParams {
  const params = spanParams(search.span)
  if (search.plate) params.set('plate', search.plate)
  if (search.tag) params.set('q', search.tag)
  if (search.owner) params.set('owner', search.owner)
  if (search.known) params.set('known', search.known)
  return params
}

/** Today's newest reads and how many there are. */
export function fetchToday(api: ApiClient, signal?: AbortSignal): Promise<LogsResponse> {
  return readsOfToday(api, 'limit=200', signal)
}

/** How many of today's reads are of tags that no asset has. */
export function fetchUnknownToday(api: ApiClient, signal?: AbortSignal): Promise<LogsResponse> {
  return readsOfToday(api, 'known=0&limit=1', signal)
}

function readsOfToday(api: ApiClient, query: string, signal?: AbortSignal): Promise<LogsResponse> {
  const path = freshPath(`/api/rfid/logs/today?${query}`)
  return api({ path, shape: LogsResponse, rows: 'logs', signal, isFresh: true })
}
