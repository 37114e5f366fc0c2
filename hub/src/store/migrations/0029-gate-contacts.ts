import { type Kysely, sql } from 'kysely'

/** Index of loops and barriers: the list of gates' contacts and every list of alerts ask for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index agent_devices_contacts on agent_devices (agent_id)
    where kind in ('barrier', 'loop')`.execute(db)
}
