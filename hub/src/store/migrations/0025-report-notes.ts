import type { Kysely } from 'kysely'

/** When somebody last added a note to a report: what is still talked of is not forgotten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tag_reports').addColumn('noted_at', 'bigint').execute()
}
