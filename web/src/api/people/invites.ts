import type { InviteLook as InviteLookAnswer } from '@vehicle-control/protocol'
import { LoginResponse } from '../auth/shapes.ts'
import type { ApiClient } from '../http/client.ts'
import { InviteLook } from './invite-shapes.ts'

const PATH = '/api/auth/invites'

/** For whom the invite of a link is; it stays good. */
export function lookAtInvite(
  api: ApiClient,
  token: string,
  signal: AbortSignal,
): Promise<InviteLookAnswer> {
  const path = `${PATH}/look`
  return api({ method: 'POST', path, body: { token }, shape: InviteLook, isPublic: true, signal })
}

/** Sets the account's password and logs in; the link is then used up. */
export function acceptInvite(
  api: ApiClient,
  body: { token: string; password: string },
): Promise<LoginResponse> {
  const path = `${PATH}/accept`
  return api({ method: 'POST', path, body, shape: LoginResponse, isPublic: true })
}
