import type { ListPlace } from '@vehicle-control/protocol/access/frames'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** The names of the gates that decide and have not confirmed the list at `place`, or a later one of it. */
export async function unconfirmedGates(db: Db, { id, edits }: ListPlace): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select agents.name from access_policies
    join agents on agents.id = access_policies.agent_id
    left join access_gates on access_gates.agent_id = access_policies.agent_id
    where access_policies.mode <> 'off' and agents.deleted_at is null
      and not (coalesce(access_gates.is_equal, 0) = 1 and access_gates.list_id = ${id}
        and access_gates.edits >= ${edits})
    order by agents.name`.execute(db)
  return rows.map(({ name }) => name)
}
