import type { ListRow } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { isOneOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import { listRow } from './wanted-rows.ts'

/** A page of the reads of all agents since a moment, the newest first. */
export function previewPage(
  db: Db,
  { since, before, limit }: { since: number; before: { at: number; id: number }; limit: number },
) {
  return db
    .selectFrom('reads')
    .innerJoin('agents', 'agents.id', 'reads.agent_id')
    .select(['reads.id', 'reads.agent_id as agentId', 'agents.name as agentName'])
    .select(['reads.reader', 'reads.uid', 'reads.read_at as at'])
    .where('reads.read_at', '>=', since)
    .where('reads.read_at', '<=', before.at)
    .where((where) =>
      where.or([where('reads.read_at', '<', before.at), where('reads.id', '<', before.id)]),
    )
    .orderBy('reads.read_at', 'desc')
    .orderBy('reads.id', 'desc')
    .limit(limit)
    .execute()
}

/** What the list says of some tags; those that it does not have are absent. */
export async function rowsOfTags(db: Db, uids: readonly string[]): Promise<Map<string, ListRow>> {
  if (uids.length === 0) return new Map()
  const rows = await db
    .selectFrom('access_rows')
    .selectAll()
    .where(isOneOf(db, sql.ref('uid'), uids))
    .execute()
  return new Map(rows.map((row) => [row.uid, listRow(row)]))
}

/** Plate or name of what wears some tags now. */
export async function labelsOf(db: Db, uids: readonly string[]): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map()
  const rows = await db
    .selectFrom('assets')
    .select(['rfid_tag', sql<string>`coalesce(nullif(plate, ''), name)`.as('label')])
    .where(isOneOf(db, sql.ref('rfid_tag'), uids))
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ rfid_tag, label }) => [rfid_tag, label]))
}
