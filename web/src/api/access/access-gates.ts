import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  AccessGate as Gate,
  AccessGroup as Group,
  GivenRule,
  SetAccessRequest,
} from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import {
  AccessGate,
  AccessGateList,
  AccessGroup,
  AccessGroups,
  AccessPreview,
  DecisionList,
} from './shapes.ts'

const ACCESS_KEY = 'access'
const GATES_PATH = '/api/access/gates'
const GROUPS_PATH = '/api/access/groups'
/** Reads of 30 days change little while somebody looks at what they come to. */
const PREVIEW_FRESH_MS = 60_000
const DECISIONS_A_PAGE = 25

const gatePath = (code: string) => `${GATES_PATH}/${encodeURIComponent(code)}`

export const GATES_KEY = [ACCESS_KEY, 'gates'] as const
export const GROUPS_KEY = [ACCESS_KEY, 'groups'] as const

/** GET /api/access/gates: by what each agent decides, by code. */
export function gatesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: GATES_KEY,
    queryFn: ({ signal }) => api({ path: GATES_PATH, shape: AccessGateList, signal }),
  })
}

/** PUT /api/access/gates/{code}; 412 where somebody set other rules since `seen`. */
export function setAccess(api: ApiClient, code: string, body: SetAccessRequest): Promise<Gate> {
  return api({ method: 'PUT', path: gatePath(code), body, shape: AccessGate })
}

/** POST /api/access/gates/{code}/give-up; 412 where the gate has another list by now. */
export function giveUpList(
  api: ApiClient,
  code: string,
  list: NonNullable<Gate['list']['held']>,
): Promise<Gate> {
  const path = `${gatePath(code)}/give-up`
  return api({ method: 'POST', path, body: { list }, shape: AccessGate })
}

/** POST /api/access/gates/{code}/preview: what rules would have decided. The last answer stays until the next. */
export function previewQuery(api: ApiClient, code: string, rules: readonly GivenRule[]) {
  const path = `${gatePath(code)}/preview`
  return queryOptions({
    queryKey: [ACCESS_KEY, 'preview', code, rules],
    staleTime: PREVIEW_FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api({ method: 'POST', path, body: { rules }, shape: AccessPreview, signal }),
  })
}

/** GET /api/access/groups, by name. */
export function groupsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: GROUPS_KEY,
    queryFn: async ({ signal }): Promise<Group[]> =>
      (await api({ path: GROUPS_PATH, shape: AccessGroups, rows: 'items', signal })).items,
  })
}

/** POST /api/access/groups; 409 where a group has the name. */
export function createGroup(api: ApiClient, name: string): Promise<Group> {
  return api({ method: 'POST', path: GROUPS_PATH, body: { name }, shape: AccessGroup })
}

/** What the list of decisions is narrowed to; an empty text is no filter. */
export interface DecisionFilter {
  readonly agent: string
  readonly verdict: string
}

/** GET /api/access/decisions, the newest first; `before` is the `next` of the page above. */
export function decisionsQuery(api: ApiClient, filter: DecisionFilter, before: number | null) {
  const params = new URLSearchParams()
  for (const [name, text] of Object.entries(filter)) if (text !== '') params.set(name, text)
  if (before !== null) params.set('before', String(before))
  params.set('limit', String(DECISIONS_A_PAGE))
  const path = `/api/access/decisions?${params}`
  return queryOptions({
    queryKey: [ACCESS_KEY, 'decisions', params.toString()],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api({ path, shape: DecisionList, signal }),
  })
}
