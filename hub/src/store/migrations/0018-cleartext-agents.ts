import { type Kysely, sql } from 'kysely'

/** Index of the agents without TLS: every list of alerts asks for them, and they are few. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index agent_devices_link on agent_devices (agent_id) where kind = 'link'`.execute(
    db,
  )
}
