import type { Kysely } from 'kysely'

/** Which wall screens are told the owners of vehicles and assets: none of those of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('kiosk_owners', 'smallint', (c) => c.notNull().defaultTo(0))
    .execute()
}
