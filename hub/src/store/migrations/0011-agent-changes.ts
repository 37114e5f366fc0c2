import { type Kysely, sql } from 'kysely'

/**
 * When an agent was last changed, so that the second of two people who edit it gets an error. An
 * index for the losses of the last day, which the list of agents shows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('agents')
    .addColumn('updated_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update agents set updated_at = created_at`.execute(db)
  await db.schema.createIndex('gaps_received').on('gaps').column('received_at').execute()
}
