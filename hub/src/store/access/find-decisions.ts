import { SEARCHED_READS_MAX } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

export interface DecisionQuery {
  agentId?: number | undefined
  uid?: string | undefined
  verdict?: string | undefined
  reason?: string | undefined
  from?: number | undefined
  to?: number | undefined
  /** Lists what is older than the decision of this id. */
  before?: number | undefined
  limit: number
}

/** A person's opening of a relay of the gate within this time is taken for one for the read. */
const OPENED_WITHIN_MS = 60_000

/** When a person first opened a relay of the gate after the decision, and who: as one text. */
const OPENED = sql<string | null>`(
  select command.created_at || ' ' || command.actor from relay_commands as command
  where command.agent_id = decisions.agent_id and command.created_at >= decisions.decided_at
    and command.created_at <= decisions.decided_at + ${sql.lit(OPENED_WITHIN_MS)}
    and command.state = 1 and command.ok = 1 and command.actor <> 'agent'
  order by command.created_at limit 1)`

/** A decision with the names that a screen shows. */
export type FoundDecision = Awaited<ReturnType<typeof findDecisions>>[number]

/**
 * Decisions that fit all conditions, in the order in which they arrived, the newest first: those of a tag
 * by its index, any others among the newest `SEARCHED_READS_MAX`.
 */
export async function findDecisions(db: Db, query: DecisionQuery) {
  const { agentId, uid, verdict, reason, from, to, before, limit } = query
  let rows = db
    .selectFrom('decisions')
    .innerJoin('agents', 'agents.id', 'decisions.agent_id')
    .leftJoin('assets', 'assets.id', 'decisions.asset_id')
    .selectAll('decisions')
    .select(['agents.code as agentCode', 'agents.name as agentName', OPENED.as('opened')])
    .select(sql<string | null>`coalesce(nullif(assets.plate, ''), assets.name)`.as('label'))
    .orderBy('decisions.id', 'desc')
    .limit(limit)
  if (uid === undefined) rows = rows.where('decisions.id', '>', newestId(db, SEARCHED_READS_MAX))
  else rows = rows.where('decisions.uid', '=', uid)
  if (agentId !== undefined) rows = rows.where('decisions.agent_id', '=', agentId)
  if (verdict !== undefined) rows = rows.where('decisions.verdict', '=', verdict)
  if (reason !== undefined) rows = rows.where('decisions.reason', '=', reason)
  if (from !== undefined) rows = rows.where('decisions.decided_at', '>=', from)
  if (to !== undefined) rows = rows.where('decisions.decided_at', '<=', to)
  if (before !== undefined) rows = rows.where('decisions.id', '<', before)
  return rows.execute()
}

const newestId = (db: Db, rows: number) =>
  db.selectFrom('decisions').select(sql<number>`coalesce(max(id), 0) - ${rows}`.as('id'))

/**
 * How often gates gave which verdict for which reason from one moment to another, the most frequent
 * first: of the newest `limit` decisions; and whether there are more.
 */
export async function countDecisions(
  db: Db,
  { from, to, limit }: { from: number | undefined; to: number | undefined; limit: number },
) {
  let ofRange = db.selectFrom('decisions').orderBy('decided_at', 'desc')
  if (from !== undefined) ofRange = ofRange.where('decided_at', '>=', from)
  if (to !== undefined) ofRange = ofRange.where('decided_at', '<=', to)
  const newest = ofRange.select(['verdict', 'reason', 'count']).limit(limit)
  const found = await db
    .selectFrom(newest.as('newest'))
    .select(['verdict', 'reason'])
    .select((of) => of.fn.sum<number | string>('count').as('total'))
    .groupBy(['verdict', 'reason'])
    .orderBy('total', 'desc')
    .orderBy('verdict')
    .orderBy('reason')
    .execute()
  const more = await ofRange.select('decided_at').offset(limit).limit(1).execute()
  return {
    counts: found.map(({ total, ...what }) => ({ ...what, total: Number(total) })),
    truncated: more.length > 0,
  }
}
