import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/**
 * Several sensors of one type at one agent, the chip's own number of a read tag, and the state of
 * an agent's sensors, inputs, relays and of the agent itself.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await db.schema.alterTable('reads').addColumn('tid', text).execute()
  await db.schema.alterTable('agent_readers').addColumn('warning', text).execute()
  await db.schema
    .alterTable('telemetry')
    .addColumn('source', text, (c) => c.notNull().defaultTo(''))
    .execute()
  await (dialect === 'postgres' ? widenMinutesKey(db, dialect) : copyMinutes(db, dialect))
  await db.schema.alterTable('alert_notices').renameColumn('reader', 'part').execute()
  await db.schema
    .createTable('agent_devices')
    .addColumn('agent_id', 'integer', (c) => c.notNull().references('agents.id'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('alert', text)
    .addColumn('told', text, (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('agent_devices_key', ['agent_id', 'kind', 'name'])
    .execute()
  await sql`create index agent_devices_alert on agent_devices (agent_id)
    where alert is not null`.execute(db)
  await db.schema
    .createTable('agent_metrics')
    .addColumn('agent_id', 'integer', (c) => c.notNull().references('agents.id'))
    .addColumn('metric', text, (c) => c.notNull())
    .addColumn('value', 'double precision', (c) => c.notNull())
    .addColumn('unit', text, (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('agent_metrics_key', ['agent_id', 'metric'])
    .execute()
}

const KEY = ['agent_id', 'type', 'source', 'minute'] as const

async function widenMinutesKey(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable('telemetry_minutes')
    .addColumn('source', columnTypes(dialect).text, (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('telemetry_minutes').dropConstraint('telemetry_minutes_key').execute()
  await db.schema
    .alterTable('telemetry_minutes')
    .addPrimaryKeyConstraint('telemetry_minutes_key', [...KEY])
    .execute()
}

/** SQLite cannot change a key: the rows move into a table that has the new one. */
async function copyMinutes(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await db.schema.alterTable('telemetry_minutes').renameTo('telemetry_minutes_before').execute()
  await db.schema
    .createTable('telemetry_minutes')
    .addColumn('agent_id', 'integer', (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('source', text, (c) => c.notNull().defaultTo(''))
    .addColumn('minute', 'bigint', (c) => c.notNull())
    .addColumn('sum', 'double precision', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('telemetry_minutes_key', [...KEY])
    .execute()
  await sql`insert into telemetry_minutes (agent_id, type, minute, sum, count)
    select agent_id, type, minute, sum, count from telemetry_minutes_before
    order by agent_id, type, minute`.execute(db)
  await db.schema.dropTable('telemetry_minutes_before').execute()
}
