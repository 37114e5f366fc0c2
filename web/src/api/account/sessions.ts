import type { OwnSession } from '@vehicle-control/protocol'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../http/client.ts'
import { OwnSessions, SessionsEnded } from './shapes.ts'

const PATH = '/api/auth/sessions'

/** The caller's own logins that are in force, the current one first; asked anew each time. */
export function sessionsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['own-sessions'],
    queryFn: async ({ signal }): Promise<OwnSession[]> =>
      (await api({ path: PATH, shape: OwnSessions, rows: 'items', signal })).items,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Ends one session, or all but this one; resolves to how many ended. */
export async function endSessions(api: ApiClient, which: number | 'others'): Promise<number> {
  const path = which === 'others' ? PATH : `${PATH}/${which}`
  return (await api({ method: 'DELETE', path, shape: SessionsEnded })).ended
}
