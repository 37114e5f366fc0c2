import type { Kysely } from 'kysely'

/** Which wall screens may see the owners of vehicles and assets; existing ones may not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('kiosk_owners', 'smallint', (c) => c.notNull().defaultTo(0))
    .execute()
}
