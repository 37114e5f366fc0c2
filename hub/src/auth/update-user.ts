import { type AuditEntry, appendAudit } from '../store/people/audit-log.ts'
import type { Db } from '../store/database.ts'
import type { UserRow } from '../store/schema/people.ts'
import { revokeSessionsOf } from '../store/auth/sessions.ts'
import {
  disableUser,
  enableUser,
  hasOtherSuperadmin,
  setPasswordHash,
  setUserName,
  setUserRole,
} from '../store/people/users.ts'

/** Changes to an account; what is absent stays. */
export interface UserPatch {
  name?: string | undefined
  role?: UserRow['role'] | undefined
  disabled?: boolean | undefined
  passwordHash?: string | undefined
}

export interface UpdateUserOptions {
  /** The superadmin who asks. */
  by: { userId: number; email: string }
  address: string | null
  now: number
  /** The caller has shown password and code. */
  isProven: boolean
  /** A superadmin with the demo's password counts as one who can log in. */
  demoAllowed: boolean
}

export type UpdateResult =
  /** `ended`: the revoked sessions, whose sockets are to be closed after the commit. */
  { ok: true; ended: number[] } | { ok: false; reason: UpdateRefusal }

export type UpdateRefusal =
  /** One's own role and state are for others to change. */
  | 'self'
  /** It would make a superadmin, or let somebody in as one, and the caller has shown no proof. */
  | 'proof'
  /** Nobody knows its password: it is invited, not enabled. */
  | 'never_activated'
  | 'last_superadmin'
  | 'kiosk_role'

/**
 * Changes an account for a superadmin, with audit entries; refused where nobody could manage
 * accounts afterwards.
 */
export async function updateUser(
  trx: Db,
  user: UserRow,
  patch: UserPatch,
  { by, address, now, isProven, demoAllowed }: UpdateUserOptions,
): Promise<UpdateResult> {
  const active = user.disabled_at === null
  const role = patch.role ?? user.role
  const disabling = patch.disabled === true && active
  const enabling = patch.disabled === false && !active
  if ((disabling || role !== user.role) && user.id === by.userId) {
    return { ok: false, reason: 'self' }
  }
  if (!isProven && needsProof(user, patch)) return { ok: false, reason: 'proof' }
  if (enabling && user.activated_at === null && patch.passwordHash === undefined) {
    return { ok: false, reason: 'never_activated' }
  }
  if (user.kiosk === 1 && role !== 'operator') return { ok: false, reason: 'kiosk_role' }
  const resigns = user.role === 'superadmin' && active && (disabling || role !== 'superadmin')
  if (resigns && !(await hasOtherSuperadmin(trx, user.id, { demoAllowed }))) {
    return { ok: false, reason: 'last_superadmin' }
  }

  const audit = async (action: string, detail: NonNullable<AuditEntry['detail']> = {}) => {
    await appendAudit(trx, {
      at: now,
      actor: by.email,
      action,
      target: user.email,
      detail,
      address,
    })
  }
  if (patch.name !== undefined && patch.name !== user.name) {
    await setUserName(trx, user.id, patch.name)
    await audit('user.rename', { before: user.name, after: patch.name })
  }
  if (role !== user.role) {
    await setUserRole(trx, user.id, role)
    await audit('user.role', { before: user.role, after: role })
  }
  if (patch.passwordHash !== undefined) {
    await setPasswordHash(trx, user.id, { hash: patch.passwordHash, now })
    await audit('user.password', { via: 'superadmin' })
  }
  if (disabling) {
    await disableUser(trx, user.id, now)
    await audit('user.disable')
  }
  if (enabling) {
    await enableUser(trx, user.id)
    await audit('user.enable')
  }
  // Sessions and sockets that were opened under the old role or password end.
  const ends = disabling || role !== user.role || patch.passwordHash !== undefined
  return { ok: true, ended: ends ? await revokeSessionsOf(trx, user.id, now) : [] }
}

/** Whether a change makes a superadmin, or lets somebody in as one who could not get in before. */
export function needsProof(user: UserRow, { role = user.role, ...patch }: UserPatch): boolean {
  if (role === 'superadmin' && user.role !== 'superadmin') return true
  const isSuperadmin = role === 'superadmin' || user.role === 'superadmin'
  const enabling = patch.disabled === false && user.disabled_at !== null
  return isSuperadmin && (enabling || patch.passwordHash !== undefined)
}
