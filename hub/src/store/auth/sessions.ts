import type { Selectable } from 'kysely'
import type { Db } from '../database.ts'
import type { SessionTable } from '../schema/auth.ts'
import type { UserTable } from '../schema/people.ts'

/** A session in force and the account that it belongs to. */
export interface Session {
  id: number
  expiresAt: number
  /** As the database has it: a minute or more behind. */
  lastUsedAt: number
  userId: number
  email: string
  name: string
  role: UserTable['role']
  kiosk: boolean
  /** May see who owns vehicles and assets: everybody but most wall screens. */
  seesOwners: boolean
  /** The account logs in with a second factor. */
  hasSecondFactor: boolean
}

export type SessionRow = Selectable<SessionTable>

export interface NewSession {
  userId: number
  tokenHash: string
  now: number
  expiresAt: number
  address: string | null
  /** Browser and system; absent: unknown. */
  device?: string | null
}

export async function createSession(db: Db, session: NewSession): Promise<number> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      created_at: session.now,
      expires_at: session.expiresAt,
      revoked_at: null,
      address: session.address,
      last_used_at: session.now,
      device: session.device ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The session of a token, unless it is revoked or expired or its account is disabled. */
export async function findSession(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'sessions.id',
      'sessions.expires_at',
      'sessions.created_at',
      'sessions.last_used_at',
      'users.id as user_id',
      'users.email',
      'users.name',
      'users.role',
      'users.kiosk',
      'users.kiosk_owners',
      'second_factors.confirmed_at as factor_since',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at ?? row.created_at,
      userId: row.user_id,
      email: row.email,
      name: row.name,
      role: row.role,
      kiosk: row.kiosk === 1,
      seesOwners: row.kiosk === 0 || row.kiosk_owners === 1,
      hasSecondFactor: row.factor_since !== null,
    }
  )
}

/** True while a session is in force, and its account still has the role that it began with. */
export async function isStillInForce(
  db: Db,
  { id, role }: Pick<Session, 'id' | 'role'>,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', id)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .where('users.role', '=', role)
    .executeTakeFirst()
  return row !== undefined
}

export async function revokeSession(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** An account's sessions in force. */
export async function listSessions(db: Db, userId: number, now: number): Promise<SessionRow[]> {
  return await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** Ends one session of an account; undefined where it has none of this id in force. */
export async function revokeSessionOf(
  db: Db,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  now: number,
): Promise<SessionRow | undefined> {
  return await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Ends every session of an account, but for `except` if given, and returns their ids. */
export async function revokeSessionsOf(
  db: Db,
  userId: number,
  now: number,
  except?: Pick<Session, 'id'>,
): Promise<number[]> {
  const inForce = db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
  const ending = except === undefined ? inForce : inForce.where('id', '!=', except.id)
  const rows = await ending.returning('id').execute()
  return rows.map((row) => row.id)
}

/** Sessions that were revoked, or whose account was disabled, at `since` or later. */
export async function sessionsEndedSince(db: Db, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('revoked_at', '>=', since)
    .union(
      db
        .selectFrom('users')
        .innerJoin('sessions', 'sessions.user_id', 'users.id')
        .select('sessions.id')
        .where('users.disabled_at', '>=', since),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Deletes expired and revoked sessions. Those revoked at `revokedAfter` or later stay: a hub may
 * still have to close their sockets.
 */
export async function deleteEndedSessions(
  db: Db,
  { now, revokedAfter }: { now: number; revokedAfter: number },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('revoked_at', 'is not', null)]))
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '<', revokedAfter)]))
    .execute()
}
