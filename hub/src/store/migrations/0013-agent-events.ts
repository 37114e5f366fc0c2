import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/**
 * Events of agents, and the id of each agent's boot. Which relay commands still need their audit
 * entry: those that are stored already get none.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, text } = columnTypes(dialect)
  await db.schema
    .createTable('agent_events')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('epoch_id', 'integer', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('agent_id', 'integer', (c) => c.notNull())
    .addColumn('event', text, (c) => c.notNull())
    .addColumn('detail', text)
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('agent_events_received')
    .on('agent_events')
    .columns(['event', 'received_at'])
    .execute()
  await db.schema.alterTable('agents').addColumn('boot_id', text).execute()
  await db.schema
    .alterTable('relay_commands')
    .addColumn('audited', 'smallint', (c) => c.notNull().defaultTo(1))
    .execute()
  await sql`create index relay_commands_unaudited on relay_commands (created_at)
    where audited = 0`.execute(db)
}
