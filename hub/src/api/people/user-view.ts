import type { Role, User } from '@vehicle-control/protocol'
import { secondFactorState } from '../../auth/second-factor/second-factor-state.ts'
import { usersWithSecondFactor } from '../../store/auth/second-factors.ts'
import type { Db } from '../../store/database.ts'
import { lastUses } from '../../store/people/last-use.ts'
import { invitesOf } from '../../store/people/user-invites.ts'
import { stateOf } from '../../store/people/users.ts'
import type { UserRow } from '../../store/schema/people.ts'
import type { ApiParts } from '../parts.ts'
import { requireUser } from './accounts.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** What a view needs beside the rows. */
interface ViewParts {
  secondFactorRoles: readonly Role[]
  now: () => number
}

/** An account as it is now. */
export async function userView(
  id: number,
  { db, ...parts }: Pick<ApiParts, 'db' | 'secondFactorRoles' | 'now'>,
): Promise<User> {
  const [view] = await userViews(db, [await requireUser(db, id)], parts)
  if (!view) throw new Error('a row has no view')
  return view
}

/** Accounts as superadmins see them. */
export async function userViews(
  db: Db,
  rows: readonly UserRow[],
  { secondFactorRoles, now }: ViewParts,
): Promise<User[]> {
  const ids = rows.map((row) => row.id)
  const withFactor = await usersWithSecondFactor(db, ids)
  const invites = await invitesOf(db, ids)
  const used = await lastUses(db, ids)
  const at = now()
  return rows.map((row) => {
    const { id, email, name, role } = row
    const kiosk = row.kiosk === 1
    const hasSecondFactor = withFactor.has(id)
    const invite = invites.get(id)
    const usedAt = used.get(id)
    return {
      id,
      email,
      name,
      role,
      kiosk,
      second_factor: secondFactorState({ role, kiosk, hasSecondFactor }, secondFactorRoles),
      disabled: row.disabled_at !== null,
      state: stateOf(row),
      activated: row.activated_at !== null,
      last_used_at: usedAt === undefined ? null : iso(usedAt),
      invite: invite
        ? {
            expires_at: iso(invite.expires_at),
            sent_by: invite.invited_by,
            expired: invite.expires_at <= at,
          }
        : null,
      created_at: iso(row.created_at),
    }
  })
}
