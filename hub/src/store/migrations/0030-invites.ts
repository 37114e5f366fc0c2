import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/**
 * Invites, which accounts have been activated, and when they were last used. Those that are there
 * were made with a password, and so are activated; of their last use only the audit log knows.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  // Before anything is locked: the log may have millions of rows.
  const logins = await sql<{ actor: string; at: number }>`
    select actor, max(at) as at from audit_log where action = 'login' group by actor`.execute(db)
  await db.schema.alterTable('users').addColumn('activated_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('last_used_at', 'bigint').execute()
  await sql`update users set activated_at = created_at`.execute(db)
  for (const { actor, at } of logins.rows) {
    await sql`update users set last_used_at = ${at} where email = ${actor}`.execute(db)
  }
  await db.schema
    .createTable('user_invites')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id'))
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('role', text, (c) => c.notNull())
    .addColumn('invited_by', text, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
}
