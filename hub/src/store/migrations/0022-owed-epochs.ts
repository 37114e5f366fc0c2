import { type Kysely, sql } from 'kysely'

/**
 * Up to which seq a device last said that an epoch goes, while not all of it is here: an agent has a
 * limit of such epochs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('agent_epochs').addColumn('owed_through', 'bigint').execute()
  await sql`create index agent_epochs_owed on agent_epochs (agent_id)
    where owed_through is not null`.execute(db)
}
