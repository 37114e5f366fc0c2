import type { OwnSession } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { OwnSessions, SessionsEnded } from './shapes.ts'

const PATH = '/api/auth/sessions'

/** The caller's own logins that are in force, the current one first. */
export async function fetchSessions(api: ApiClient, signal: AbortSignal): Promise<OwnSession[]> {
  return (await api({ path: PATH, shape: OwnSessions, rows: 'items', signal })).items
}

/** Ends one session, or all but this one; resolves to how many ended. */
export async function endSessions(api: ApiClient, which: number | 'others'): Promise<number> {
  const path = which === 'others' ? PATH : `${PATH}/${which}`
  return (await api({ method: 'DELETE', path, shape: SessionsEnded })).ended
}
