import { type Kysely, sql } from 'kysely'

/**
 * What a row of a loss stands for, where one agent makes many: dead letters and gaps that were added
 * to it, and how many entries a gap is in all. Null of `lost` is not summed up yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('dead_letters')
    .addColumn('count', 'bigint', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('dead_letters').addColumn('last_epoch_id', 'integer').execute()
  await db.schema.alterTable('dead_letters').addColumn('last_seq', 'bigint').execute()
  await db.schema
    .alterTable('gaps')
    .addColumn('gaps', 'bigint', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('gaps').addColumn('lost', 'bigint').execute()
  await sql`create index gaps_unsummed on gaps (id) where lost is null`.execute(db)
  for (const table of ['dead_letters', 'gaps', 'agent_events']) {
    await db.schema
      .createIndex(`${table}_arrived`)
      .on(table)
      .columns(['agent_id', 'received_at'])
      .execute()
  }
}
