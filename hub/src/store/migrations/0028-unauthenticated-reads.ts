import type { Kysely } from 'kysely'

/** Whether a reader that showed an address alone sent the read; older rows are of readers on a wire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reads').addColumn('unauthenticated', 'smallint').execute()
}
