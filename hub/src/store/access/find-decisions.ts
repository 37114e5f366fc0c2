import { sql } from 'kysely'
import { isOneOf } from '../bulk.ts'
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

/** A decision with the names that a screen shows. */
export type FoundDecision = Awaited<ReturnType<typeof findDecisions>>[number]

/** Decisions that fit all conditions, in the order in which they arrived, the newest first. */
export async function findDecisions(db: Db, query: DecisionQuery) {
  const { agentId, uid, verdict, reason, from, to, before, limit } = query
  let rows = db
    .selectFrom('decisions')
    .innerJoin('agents', 'agents.id', 'decisions.agent_id')
    .leftJoin('assets', 'assets.id', 'decisions.asset_id')
    .selectAll('decisions')
    .select(['agents.code as agentCode', 'agents.name as agentName'])
    .select(sql<string | null>`coalesce(nullif(assets.plate, ''), assets.name)`.as('label'))
    .orderBy('decisions.id', 'desc')
    .limit(limit)
  if (agentId !== undefined) rows = rows.where('decisions.agent_id', '=', agentId)
  if (uid !== undefined) rows = rows.where('decisions.uid', '=', uid)
  if (verdict !== undefined) rows = rows.where('decisions.verdict', '=', verdict)
  if (reason !== undefined) rows = rows.where('decisions.reason', '=', reason)
  if (from !== undefined) rows = rows.where('decisions.decided_at', '>=', from)
  if (to !== undefined) rows = rows.where('decisions.decided_at', '<=', to)
  if (before !== undefined) rows = rows.where('decisions.id', '<', before)
  return rows.execute()
}

/** An opening of a relay by a person. */
export interface Opening {
  agentId: number
  actor: string
  at: number
}

/** What people opened at these agents between two moments, the oldest first. */
export async function openingsOf(
  db: Db,
  { agentIds, from, to }: { agentIds: readonly number[]; from: number; to: number },
): Promise<Opening[]> {
  if (agentIds.length === 0) return []
  return db
    .selectFrom('relay_commands')
    .select(['agent_id as agentId', 'actor', 'created_at as at'])
    .where(isOneOf(db, sql.ref('agent_id'), agentIds))
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where('state', '=', 1)
    .where('ok', '=', 1)
    .where('actor', '!=', 'agent')
    .orderBy('created_at')
    .limit(1000)
    .execute()
}
