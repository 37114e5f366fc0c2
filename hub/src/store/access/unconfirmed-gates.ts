import type { ListPlace } from '@vehicle-control/protocol/access/frames'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * The names of the gates that decide and have not confirmed the list at `place`, or later; null: none has
 * that yet.
 */
export async function unconfirmedGates(db: Db, place: ListPlace | null): Promise<string[]> {
  const confirmed =
    place === null
      ? sql`1 = 0`
      : sql`access_gates.is_equal = 1 and access_gates.list_id = ${place.id}
          and access_gates.edits >= ${place.edits}`
  const { rows } = await sql<{ name: string }>`
    select agents.name from access_policies
    join agents on agents.id = access_policies.agent_id
    where access_policies.mode <> 'off' and agents.deleted_at is null
      and not exists (select 1 from access_gates
        where access_gates.agent_id = access_policies.agent_id and ${confirmed})
    order by agents.name`.execute(db)
  return rows.map(({ name }) => name)
}
