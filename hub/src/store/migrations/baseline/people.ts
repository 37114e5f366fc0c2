import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../../database.ts'
import { columnTypes } from '../column-types.ts'

const REFUSAL = 'the audit log only grows'

/** Accounts with what they log in by, wall screens, settings, and the audit log. */
export async function createPeople(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('users')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('email', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('role', text, (c) => c.notNull())
    .addColumn('kiosk', 'smallint', (c) => c.notNull())
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('demo', 'smallint', (c) => c.notNull())
    .addColumn('disabled_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('kiosk_owners', 'smallint', (c) => c.notNull().defaultTo(0))
    .addColumn('activated_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('address', text)
    .addColumn('last_used_at', 'bigint')
    .addColumn('device', text)
    .execute()
  await db.schema.createIndex('sessions_revoked').on('sessions').column('revoked_at').execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id'))
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_step', 'bigint')
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failed_at', 'bigint')
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('code_hash', text, (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()
  await createTokens(db, dialect)
  await createWalls(db, dialect)
  await createAuditLog(db, dialect)
  await db.schema
    .createTable('settings')
    .addColumn('key', text, (c) => c.primaryKey())
    .addColumn('value', text, (c) => c.notNull())
    .execute()
}

/** At most one reset token and one invite an account: a newer one takes the older one's place. */
async function createTokens(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await db.schema
    .createTable('password_resets')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id'))
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
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

/** What wall screens show, and the codes by which browsers become one. */
async function createWalls(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('walls')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().unique().references('users.id'))
    .addColumn('screens', text, (c) => c.notNull())
    .addColumn('every_s', 'integer', (c) => c.notNull())
    .addColumn('created_by', text)
    .addColumn('seen_at', 'bigint')
    .addColumn('seen_address', text)
    .execute()
  await db.schema
    .createTable('wall_pairings')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('code_hash', text, (c) => c.unique())
    .addColumn('secret_hash', text, (c) => c.notNull().unique())
    .addColumn('network', text, (c) => c.notNull())
    .addColumn('address', text)
    .addColumn('device', text)
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('wall_id', 'integer', (c) => c.references('walls.id'))
    .execute()
  await db.schema
    .createIndex('wall_pairings_expires_at')
    .on('wall_pairings')
    .column('expires_at')
    .execute()
}

/** The audit log, and triggers that refuse to change or delete a row of it. */
async function createAuditLog(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('audit_log')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor', text, (c) => c.notNull())
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('target', text, (c) => c.notNull())
    .addColumn('detail', text, (c) => c.notNull())
    .addColumn('address', text)
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull().defaultTo(''))
    .execute()
  if (dialect === 'sqlite') {
    const refuse = sql.raw(`begin select raise(abort, '${REFUSAL}'); end`)
    await sql`create trigger audit_log_update before update on audit_log ${refuse}`.execute(db)
    await sql`create trigger audit_log_delete before delete on audit_log ${refuse}`.execute(db)
    // «insert or replace» deletes without firing the trigger above.
    await sql`create trigger audit_log_replace before insert on audit_log
      when exists (select 1 from audit_log where id = new.id) ${refuse}`.execute(db)
    return
  }
  await sql`create function refuse_audit_change() returns trigger language plpgsql as
    ${sql.raw(`'begin raise exception ''${REFUSAL}''; end'`)}`.execute(db)
  await sql`create trigger audit_log_change before update or delete on audit_log
    for each row execute function refuse_audit_change()`.execute(db)
  await sql`create trigger audit_log_truncate before truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db)
}
