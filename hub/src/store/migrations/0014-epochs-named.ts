import { type Kysely, sql } from 'kysely'

/** When a device last named an epoch in a hello, to the day: a forgotten epoch can be deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('agent_epochs')
    .addColumn('named_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update agent_epochs set named_at = updated_at`.execute(db)
}
