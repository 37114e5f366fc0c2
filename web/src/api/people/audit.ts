import { queryOptions } from '@tanstack/react-query'
import type { ListQuestion } from '../assets/asset-lists.ts'
import type { ApiClient } from '../http/client.ts'
import { AuditChain, AuditResponse } from './audit-shapes.ts'

const PATH = '/api/audit'
/** While the chain is being followed. */
const FOLLOWED_EVERY_MS = 2000

/** What the audit log is narrowed to; empty texts and null ends: all. */
export interface AuditFilter {
  readonly actor: string
  readonly action: string
  readonly target: string
  /** Milliseconds, both ends included. */
  readonly from: number | null
  readonly to: number | null
}

/** GET /api/audit, newest first. */
export function auditQuery(
  api: ApiClient,
  filter: AuditFilter,
  { page, pageSize }: Pick<ListQuestion, 'page' | 'pageSize'>,
) {
  const params = paramsOf(filter)
  params.set('page', String(page))
  params.set('pageSize', String(pageSize))
  return queryOptions({
    queryKey: ['audit', params.toString()],
    queryFn: ({ signal }) =>
      api({ path: `${PATH}?${params}`, shape: AuditResponse, rows: 'items', signal }),
  })
}

/** Whether the log is as it was written; asked again while the hub looks. */
export function auditChainQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['audit-chain'],
    queryFn: ({ signal }) => api({ path: `${PATH}/chain`, shape: AuditChain, signal }),
    refetchInterval: ({ state }) => (state.data?.checking ? FOLLOWED_EVERY_MS : false),
  })
}

/** Where a browser gets all rows of a filter as CSV. */
export function auditCsvPath(filter: AuditFilter): string {
  return `${PATH}/export/csv?${paramsOf(filter)}`
}

function paramsOf({ from, to, ...texts }: AuditFilter): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, text] of Object.entries(texts)) if (text !== '') params.set(name, text)
  if (from !== null) params.set('from', String(from))
  if (to !== null) params.set('to', String(to))
  return params
}
