import type { Kysely } from 'kysely'

/** Index of all commands by age, since retention looks for the oldest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('relay_commands_age')
    .on('relay_commands')
    .column('created_at')
    .execute()
}
