import { type Kysely, sql } from 'kysely'

/** When a person last changed an agent: the second of two who edit it is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('agents')
    .addColumn('updated_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update agents set updated_at = created_at`.execute(db)
}
