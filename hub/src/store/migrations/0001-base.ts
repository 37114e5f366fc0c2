import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/** People, agents and what they report. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const postgres = dialect === 'postgres'
  const { id, text } = columnTypes(dialect)
  const ms = 'bigint' as const
  const flag = 'smallint' as const

  /**
   * A table of entries of edges' outboxes; on Postgres partitioned by months of `time`, if given.
   */
  const entryTable = (name: string, time?: string) => {
    const months = postgres && time !== undefined
    return db.schema
      .createTable(name)
      .addColumn('id', id, (c) => (months ? c.notNull() : c.primaryKey()))
      .$call((table) =>
        months
          ? table
              .addPrimaryKeyConstraint(`${name}_key`, ['id', time as 'id'])
              .modifyEnd(sql`partition by range (${sql.ref(time)})`)
          : table,
      )
      .addColumn('epoch_id', 'integer', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('agent_id', 'integer', (c) => c.notNull())
      .addColumn('received_at', ms, (c) => c.notNull())
  }

  await db.schema
    .createTable('users')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('email', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('role', text, (c) => c.notNull())
    .addColumn('kiosk', flag, (c) => c.notNull())
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('demo', flag, (c) => c.notNull())
    .addColumn('disabled_at', ms)
    .addColumn('created_at', ms, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('created_at', ms, (c) => c.notNull())
    .addColumn('expires_at', ms, (c) => c.notNull())
    .addColumn('revoked_at', ms)
    .addColumn('address', text)
    .execute()
  await db.schema.createIndex('sessions_revoked').on('sessions').column('revoked_at').execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()

  await db.schema
    .createTable('agents')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('code', text, (c) => c.notNull())
    .addColumn('code_key', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('location', text)
    .addColumn('lat', 'double precision')
    .addColumn('lng', 'double precision')
    .addColumn('created_at', ms, (c) => c.notNull())
    .addColumn('deleted_at', ms)
    .addColumn('last_seen', ms)
    .addColumn('last_ip', text)
    .addColumn('readings_count', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('version', text)
    .addColumn('clock', text)
    .addColumn('outbox', text)
    .addColumn('hardware_serial', text)
    .addColumn('join_confirmed', 'bigint')
    .addColumn('join_offered', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('join_serial', text)
    .addColumn('quarantine', text)
    .addColumn('generation', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()

  await db.schema
    .createTable('agent_keys')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('agent_id', 'integer', (c) => c.notNull().references('agents.id'))
    .addColumn('secret_hash', text, (c) => c.notNull())
    .addColumn('created_at', ms, (c) => c.notNull())
    .addColumn('expires_at', ms)
    .addColumn('last_used_at', ms)
    .addColumn('revoked_at', ms)
    .execute()
  await db.schema.createIndex('agent_keys_agent').on('agent_keys').column('agent_id').execute()
  await db.schema.createIndex('agent_keys_revoked').on('agent_keys').column('revoked_at').execute()

  await db.schema
    .createTable('agent_epochs')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('epoch', text, (c) => c.notNull().unique())
    .addColumn('agent_id', 'integer', (c) => c.notNull().references('agents.id'))
    .addColumn('watermark', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', ms, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('agent_readers')
    .addColumn('agent_id', 'integer', (c) => c.notNull().references('agents.id'))
    .addColumn('reader', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('path', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('simulated', flag, (c) => c.notNull())
    .addColumn('error', text)
    .addColumn('noise', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', ms, (c) => c.notNull())
    .addPrimaryKeyConstraint('agent_readers_key', ['agent_id', 'reader'])
    .execute()

  await db.schema
    .createTable('enroll_tokens')
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('code_key', text)
    .addColumn('created_by', 'integer')
    .addColumn('created_at', ms, (c) => c.notNull())
    .addColumn('expires_at', ms, (c) => c.notNull())
    .addColumn('used_at', ms)
    .execute()

  await db.schema
    .createTable('assets')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('plate', text)
    .addColumn('rfid_tag', text, (c) => c.notNull())
    .addColumn('owner', text)
    .addColumn('location', text)
    .addColumn('photo_url', text)
    .addColumn('created_at', ms, (c) => c.notNull())
    .addColumn('updated_at', ms, (c) => c.notNull())
    .addColumn('deleted_at', ms)
    .execute()
  await sql`create unique index assets_tag on assets (rfid_tag) where deleted_at is null`.execute(
    db,
  )
  await sql`create unique index assets_plate on assets (plate) where deleted_at is null`.execute(db)

  await entryTable('reads', 'read_at')
    .addColumn('reader', text, (c) => c.notNull())
    .addColumn('uid', text, (c) => c.notNull())
    .addColumn('antenna', 'integer')
    .addColumn('rssi', 'double precision')
    .addColumn('asset_id', 'integer')
    .addColumn('read_at', ms, (c) => c.notNull())
    .addColumn('clock', text, (c) => c.notNull())
    .addColumn('late', flag, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('reads_time').on('reads').column('read_at').execute()
  await db.schema.createIndex('reads_tag').on('reads').columns(['uid', 'read_at']).execute()
  await db.schema.createIndex('reads_asset').on('reads').columns(['asset_id', 'read_at']).execute()
  await db.schema.createIndex('reads_received').on('reads').column('received_at').execute()
  await db.schema.createIndex('reads_entry').on('reads').columns(['epoch_id', 'seq']).execute()

  await entryTable('suppressions')
    .addColumn('reader', text, (c) => c.notNull())
    .addColumn('uid', text, (c) => c.notNull())
    .addColumn('asset_id', 'integer')
    .addColumn('first_at', ms, (c) => c.notNull())
    .addColumn('last_at', ms, (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('rssi', 'double precision')
    .execute()
  await db.schema.createIndex('suppressions_time').on('suppressions').column('last_at').execute()
  await db.schema
    .createIndex('suppressions_entry')
    .on('suppressions')
    .columns(['epoch_id', 'seq'])
    .execute()

  await entryTable('gaps')
    .addColumn('from_seq', 'bigint')
    .addColumn('to_seq', 'bigint')
    .addColumn('counts', text, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('at', ms, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('gaps_agent').on('gaps').columns(['agent_id', 'at']).execute()

  await entryTable('telemetry', 'ts')
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('value', 'double precision', (c) => c.notNull())
    .addColumn('unit', text, (c) => c.notNull())
    .addColumn('ts', ms, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('telemetry_series')
    .on('telemetry')
    .columns(['agent_id', 'type', 'ts'])
    .execute()

  await db.schema
    .createTable('relay_commands')
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('agent_id', 'integer', (c) => c.notNull())
    .addColumn('pin', 'integer', (c) => c.notNull())
    .addColumn('state', 'integer', (c) => c.notNull())
    .addColumn('duration_ms', ms)
    .addColumn('actor', text, (c) => c.notNull())
    .addColumn('address', text)
    .addColumn('created_at', ms, (c) => c.notNull())
    .addColumn('ok', flag)
    .addColumn('reason', text)
    .addColumn('on_ms', ms)
    .addColumn('finished_at', ms)
    .addPrimaryKeyConstraint('relay_commands_key', ['agent_id', 'id'])
    .execute()
  await db.schema
    .createIndex('relay_commands_time')
    .on('relay_commands')
    .columns(['agent_id', 'created_at'])
    .execute()

  await db.schema
    .createTable('read_counts')
    .addColumn('bucket', ms, (c) => c.notNull())
    .addColumn('agent_id', 'integer', (c) => c.notNull())
    .addColumn('reads', 'bigint', (c) => c.notNull())
    .addColumn('suppressed', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('read_counts_key', ['bucket', 'agent_id'])
    .execute()
  await db.schema
    .createTable('asset_counts')
    .addColumn('bucket', ms, (c) => c.notNull())
    .addColumn('asset_id', 'integer', (c) => c.notNull())
    .addColumn('reads', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('asset_counts_key', ['bucket', 'asset_id'])
    .execute()

  await db.schema
    .createTable('settings')
    .addColumn('key', text, (c) => c.primaryKey())
    .addColumn('value', text, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('audit_log')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('at', ms, (c) => c.notNull())
    .addColumn('actor', text, (c) => c.notNull())
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('target', text, (c) => c.notNull())
    .addColumn('detail', text, (c) => c.notNull())
    .addColumn('address', text)
    .addColumn('hash', text, (c) => c.notNull())
    .execute()

  await entryTable('dead_letters')
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('error', text, (c) => c.notNull())
    .execute()

  if (!postgres) return
  for (const table of ['reads', 'telemetry']) {
    await sql`create table ${sql.table(`${table}_default`)}
      partition of ${sql.table(table)} default`.execute(db)
  }
}
