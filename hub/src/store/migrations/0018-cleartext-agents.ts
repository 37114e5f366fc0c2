import { type Kysely, sql } from 'kysely'

/** The agents that report in clear: asked for with every list of alerts, and few among the devices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index agent_devices_link on agent_devices (agent_id) where kind = 'link'`.execute(
    db,
  )
}
