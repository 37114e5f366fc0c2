import { type Kysely, sql } from 'kysely'

/**
 * One row may stand for many losses of an agent: how many dead letters or gaps were added to it,
 * and how many entries a gap lost in all. `lost` is null until it is summed up.
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
