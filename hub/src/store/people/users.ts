import type { UserState } from '@vehicle-control/protocol'
import type { Db } from '../database.ts'
import { dropPasswordReset } from '../auth/password-resets.ts'
import type { UserRow, UserTable } from '../schema/people.ts'
import { containsText } from '../text-search.ts'
import { dropInvite, setInviteRole } from './user-invites.ts'
import { addWall } from './walls.ts'

/** Finds an account by its email, also a disabled one. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
}

/** Finds an account by its id, also a disabled one. */
export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export interface UserSearch {
  /** A text in email or name. */
  q?: string | undefined
  role?: UserTable['role'] | undefined
  state?: UserState | undefined
  page: number
  pageSize: number
}

/** A page of the accounts that are looked for, by email, and how many there are. */
export async function searchUsers(
  db: Db,
  { q, role, state, page, pageSize }: UserSearch,
): Promise<{ rows: UserRow[]; total: number }> {
  let found = db.selectFrom('users')
  if (q !== undefined) found = found.where(containsText(['email', 'name'], q))
  if (role !== undefined) found = found.where('role', '=', role)
  if (state === 'disabled') found = found.where('disabled_at', 'is not', null)
  else if (state !== undefined) {
    found = found.where('disabled_at', 'is', null).where('kiosk', '=', state === 'wall' ? 1 : 0)
  }
  if (state === 'invited') found = found.where('activated_at', 'is', null)
  if (state === 'active') found = found.where('activated_at', 'is not', null)
  const rows = await found
    .selectAll()
    .orderBy('email')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** What an account is good for, as `searchUsers` finds it. */
export function stateOf({ disabled_at, kiosk, activated_at }: UserRow): UserState {
  if (disabled_at !== null) return 'disabled'
  if (kiosk === 1) return 'wall'
  return activated_at === null ? 'invited' : 'active'
}

/** Every account, by email. */
export async function listUsers(db: Db): Promise<UserRow[]> {
  return await db.selectFrom('users').selectAll().orderBy('email').execute()
}

/** True when a superadmin can log in; one who still has the demo's password does not count. */
export async function hasActiveSuperadmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superadmin')
    .where('demo', '=', 0)
    .where('disabled_at', 'is', null)
    .where('activated_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** True when a superadmin other than `userId` can log in. */
export async function hasOtherSuperadmin(
  db: Db,
  userId: number,
  { demoAllowed }: { demoAllowed: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '!=', userId)
    .where('role', '=', 'superadmin')
    .where('disabled_at', 'is', null)
    .where('activated_at', 'is not', null)
    .$if(!demoAllowed, (qb) => qb.where('demo', '=', 0))
    .executeTakeFirst()
  return row !== undefined
}

/** Addresses of the admins and superadmins who can log in; the demo's address has no mailbox. */
export const alertRecipients = (db: Db) => addressesOf(db, ['admin', 'superadmin'])

/** Addresses of the superadmins who can log in, but for the demo's. */
export const superadminAddresses = (db: Db) => addressesOf(db, ['superadmin'])

async function addressesOf(db: Db, roles: readonly UserTable['role'][]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('role', 'in', roles)
    .where('disabled_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where('demo', '=', 0)
    .orderBy('email')
    .execute()
  return rows.map((row) => row.email)
}

export interface NewUser {
  email: string
  name: string
  role: UserTable['role']
  kiosk: boolean
  /** A wall screen may see owners; absent: it may not. */
  kioskOwners?: boolean
  /** What a wall screen shows; absent: what its browser's address says. */
  wall?: { screens: string; every_s: number; created_by: string }
  passwordHash: string
  /** True while the password is the demo's public one. */
  demo: boolean
  /** Nobody knows its password: it waits for who accepts an invite. */
  invited?: boolean
  now: number
}

/** Adds an account, a kiosk one with its wall screen, and returns its id; the email must be free. */
export async function createUser(db: Db, user: NewUser): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      email: user.email.toLowerCase(),
      name: user.name,
      role: user.role,
      kiosk: user.kiosk ? 1 : 0,
      kiosk_owners: user.kioskOwners ? 1 : 0,
      password_hash: user.passwordHash,
      demo: user.demo ? 1 : 0,
      disabled_at: null,
      created_at: user.now,
      activated_at: user.invited ? null : user.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (user.kiosk) await addWall(db, { user_id: id, ...user.wall })
  return id
}

/**
 * Sets a password that somebody knows: an invited account is activated, a demo one becomes an
 * ordinary one, and reset token and invite are void.
 */
export async function setPasswordHash(
  db: Db,
  userId: number,
  { hash, now }: { hash: string; now: number },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: hash, demo: 0 })
    .where('id', '=', userId)
    .execute()
  await dropPasswordReset(db, userId)
  await activateUser(db, userId, now)
}

/** Notes that somebody knows the account's password, unless that is known; its invite is void. */
export async function activateUser(db: Db, userId: number, now: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ activated_at: now })
    .where('id', '=', userId)
    .where('activated_at', 'is', null)
    .execute()
  await dropInvite(db, userId)
}

export async function setUserName(db: Db, userId: number, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', userId).execute()
}

/**
 * Sets a role, to which an invite of the account then leads; one that was given for less, and so
 * without a proof, leads nobody to superadmin.
 */
export async function setUserRole(db: Db, userId: number, role: UserTable['role']): Promise<void> {
  await db.updateTable('users').set({ role }).where('id', '=', userId).execute()
  if (role === 'superadmin') await dropInvite(db, userId)
  else await setInviteRole(db, userId, role)
}

/** Sets whether a wall screen may see owners. */
export async function setKioskOwners(db: Db, userId: number, seesOwners: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ kiosk_owners: seesOwners ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}

/** Disables an account; its reset token and its invite are void. */
export async function disableUser(db: Db, userId: number, now: number): Promise<void> {
  await db.updateTable('users').set({ disabled_at: now }).where('id', '=', userId).execute()
  await dropPasswordReset(db, userId)
  await dropInvite(db, userId)
}

export async function enableUser(db: Db, userId: number): Promise<void> {
  await db.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
}
