import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/** Many hubs: which processes there are, and which of them holds an agent or sent a command. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await db.schema
    .createTable('replicas')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('beats', 'bigint', (c) => c.notNull())
    .addColumn('readers', text, (c) => c.notNull())
    .execute()
  await db.schema.alterTable('agents').addColumn('replica', text).execute()
  await db.schema.createIndex('agents_replica').on('agents').column('replica').execute()
  await db.schema.alterTable('relay_commands').addColumn('replica', text).execute()
  await sql`create index relay_commands_open on relay_commands (replica) where reason is null`.execute(
    db,
  )
}
