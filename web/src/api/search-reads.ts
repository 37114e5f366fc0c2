import type { ApiClient } from './client.ts'
import { freshPath } from './fresh-path.ts'
import { LogsResponse } from './shapes.ts'
import { spanParams, type TimeSpan } from './time-span.ts'

/** Which reads to look for; an empty text does not filter. */
export interface ReadSearch {
  readonly plate: string
  /** A tag, or its beginning. */
  readonly tag: string
  readonly owner: string
}

interface SearchCall extends ReadSearch {
  span: TimeSpan
  limit: number
  signal?: AbortSignal | undefined
  onText?: (piece: string) => void
}

/** Beyond this many the hub counts no further, and answers one more. */
export const COUNTED_READS = 10_000

/** GET /api/rfid/logs, newest first. */
export function searchReads(api: ApiClient, call: SearchCall): Promise<LogsResponse> {
  const params = spanParams(call.span)
  if (call.plate) params.set('plate', call.plate)
  if (call.tag) params.set('q', call.tag)
  if (call.owner) params.set('owner', call.owner)
  params.set('limit', String(call.limit))
  const path = freshPath(`/api/rfid/logs?${params}`)
  const { signal, onText } = call
  return api({ path, shape: LogsResponse, signal, onText, isFresh: true })
}
