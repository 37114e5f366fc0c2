import { queryOptions } from '@tanstack/react-query'
import type {
  InviteUserRequest,
  InviteSent as Sent,
  OwnSession,
  Proof,
  Role,
  UpdateUserRequest,
  User as UserRow,
  UserState,
} from '@vehicle-control/protocol'
import { type ListQuestion, listPath } from '../assets/asset-lists.ts'
import { anyShape, type ApiClient } from '../http/client.ts'
import { OwnSessions, SessionsEnded } from '../account/shapes.ts'
import { InviteSent, User, UsersResponse } from './user-shapes.ts'

const PATH = '/api/users'
const INVITES = `${PATH}/invites`
const pathOf = (id: number, of = '') => `${PATH}/${id}${of}`

/** Every list of accounts has it first in its key. */
export const USERS_KEY = 'users'
/** What the command line and others change shows after at most so long. */
const EVERY_MS = 5000

/** A page of accounts; null: all roles, all states. */
export interface UsersQuestion extends ListQuestion {
  readonly role: Role | null
  readonly state: UserState | null
}

/** GET /api/users, by email: email and name are searched. */
export function usersQuery({ api }: { api: ApiClient }, question: UsersQuestion) {
  const { role, state } = question
  const only = (name: string, value: string | null) => (value === null ? '' : `&${name}=${value}`)
  const path = `${listPath(PATH, question)}${only('role', role)}${only('state', state)}`
  return queryOptions({
    queryKey: [USERS_KEY, question],
    refetchInterval: EVERY_MS,
    queryFn: ({ signal }) => api({ path, shape: UsersResponse, rows: 'items', signal }),
  })
}

/** An account as it is now. */
export function fetchUser(api: ApiClient, id: number): Promise<UserRow> {
  return api({ path: pathOf(id), shape: User })
}

/** What is left out stays, 412 where it is not as `seen` any more; `proof` is what the hub asks for where it makes a superadmin. */
export function updateUser(api: ApiClient, id: number, body: UpdateUserRequest): Promise<UserRow> {
  return api({ method: 'PATCH', path: pathOf(id), body, shape: User })
}

/** The account is there at once, and waits for whoever opens the link. */
export function inviteUser(api: ApiClient, body: InviteUserRequest): Promise<Sent> {
  return api({ method: 'POST', path: INVITES, body, shape: InviteSent })
}

/** Sends a new link; the one before becomes void. */
export function inviteAgain(api: ApiClient, id: number, body: { proof?: Proof }): Promise<Sent> {
  return api({ method: 'POST', path: pathOf(id, '/invite'), body, shape: InviteSent })
}

/** The link becomes void, and the account inactive. */
export function revokeInvite(api: ApiClient, id: number): Promise<unknown> {
  return api({ method: 'DELETE', path: pathOf(id, '/invite'), shape: anyShape })
}

/** The person logs in with the password alone, or sets a factor up anew where the role needs one. */
export function resetSecondFactor(
  api: ApiClient,
  id: number,
  body: { proof?: Proof },
): Promise<unknown> {
  const path = pathOf(id, '/second-factor-reset')
  return api({ method: 'POST', path, body, shape: anyShape })
}

/** Somebody's logins that are in force. */
export async function fetchUserSessions(
  api: ApiClient,
  id: number,
  signal: AbortSignal,
): Promise<OwnSession[]> {
  const path = pathOf(id, '/sessions')
  return (await api({ path, shape: OwnSessions, rows: 'items', signal })).items
}

/** Ends one of somebody's sessions, or all; resolves to how many ended. */
export async function endUserSessions(
  api: ApiClient,
  id: number,
  which: number | 'all',
): Promise<number> {
  const path = pathOf(id, which === 'all' ? '/sessions' : `/sessions/${which}`)
  return (await api({ method: 'DELETE', path, shape: SessionsEnded })).ended
}
