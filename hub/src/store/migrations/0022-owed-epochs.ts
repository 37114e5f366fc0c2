import { type Kysely, sql } from 'kysely'

/**
 * The last seq that a device named of an epoch, while its entries are not all here: the number of
 * such epochs of one agent is limited.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('agent_epochs').addColumn('owed_through', 'bigint').execute()
  await sql`create index agent_epochs_owed on agent_epochs (agent_id)
    where owed_through is not null`.execute(db)
}
