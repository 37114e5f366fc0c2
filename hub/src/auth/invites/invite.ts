import type { Role } from '@vehicle-control/protocol'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { putInvite } from '../../store/people/user-invites.ts'
import { createUser, disableUser, enableUser, stateOf } from '../../store/people/users.ts'
import type { UserRow } from '../../store/schema/people.ts'
import { hashToken } from '../tokens.ts'

/** How long an invite may be accepted. */
export const INVITE_LIVES_MS = 72 * 3_600_000

/** The superadmin who invites, for the audit log. */
export interface Inviter {
  email: string
  address: string | null
  now: number
}

export interface NewInvite {
  email: string
  name: string
  role: Role
  /** Of a random password: a login takes as long as that of any account, and opens nothing. */
  passwordHash: string
  token: string
}

/** Adds an account that waits for its holder; its email must be free. Returns its id. */
export async function inviteNew(
  trx: Db,
  { token, ...account }: NewInvite,
  by: Inviter,
): Promise<number> {
  const { email, role } = account
  const user = { ...account, kiosk: false, demo: false, invited: true, now: by.now }
  const id = await createUser(trx, user)
  await put(trx, { id, role }, token, by)
  await audit(trx, 'user.invite', email, by, { role })
  return id
}

export type InviteAgainResult = { ok: true } | { ok: false; reason: 'kiosk' | 'activated' }

/**
 * Gives an account that was never activated another invite, which voids the older one, and lets it
 * wait again where it was disabled.
 */
export async function inviteAgain(
  trx: Db,
  user: UserRow,
  token: string,
  by: Inviter,
): Promise<InviteAgainResult> {
  if (user.kiosk === 1) return { ok: false, reason: 'kiosk' }
  if (user.activated_at !== null) return { ok: false, reason: 'activated' }
  const enabledAgain = user.disabled_at !== null
  if (enabledAgain) await enableUser(trx, user.id)
  await put(trx, user, token, by)
  const { role } = user
  await audit(trx, 'user.invite_again', user.email, by, {
    role,
    ...(enabledAgain && { enabledAgain }),
  })
  return { ok: true }
}

/** Disables an account that waits for its holder; false where it does not wait. */
export async function revokeInvite(trx: Db, user: UserRow, by: Inviter): Promise<boolean> {
  if (stateOf(user) !== 'invited') return false
  await disableUser(trx, user.id, by.now)
  await audit(trx, 'user.invite_revoke', user.email, by)
  return true
}

async function put(
  trx: Db,
  { id, role }: Pick<UserRow, 'id' | 'role'>,
  token: string,
  { email, now }: Inviter,
): Promise<void> {
  const times = { created_at: now, expires_at: now + INVITE_LIVES_MS }
  const hash = hashToken(token)
  await putInvite(trx, { user_id: id, token_hash: hash, role, invited_by: email, ...times })
}

async function audit(
  trx: Db,
  action: string,
  target: string,
  { email, address, now }: Inviter,
  detail: Record<string, string | boolean> = {},
): Promise<void> {
  await appendAudit(trx, { at: now, actor: email, action, target, detail, address })
}
