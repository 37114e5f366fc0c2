import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../database.ts'
import type { DecisionTable } from '../schema/access.ts'
import { fromJson, readSetting, saveSettings } from '../settings/settings.ts'

const SEALED_UNTIL = 'decisions_sealed_until'
export const SEAL_ACTION = 'access.decisions'
const PAGE_ROWS = 500

/** What a seal says of the decisions that it is of. */
const Seal = z.object({ through: z.number().int() })

/** The site's day before which all decisions are sealed; 0 where none was yet. */
export async function sealedUntil(db: Db): Promise<number> {
  return z
    .number()
    .catch(0)
    .parse(fromJson((await readSetting(db, SEALED_UNTIL)) ?? ''))
}

export async function saveSealedUntil(db: Db, until: number): Promise<void> {
  await saveSettings(db, [{ key: SEALED_UNTIL, value: JSON.stringify(until) }])
}

/** The id up to which decisions are sealed: by the audit log, which nobody changes unseen. */
export async function sealedThrough(db: Db): Promise<number> {
  const last = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', SEAL_ACTION)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Seal.catch({ through: 0 }).parse(fromJson(last?.detail ?? '')).through
}

/** The decisions of one agent among some that follow each other. */
export interface AgentDecisions {
  agentId: number
  rows: number
  /** SHA-256, hex, over the rows by id: each as JSON in the order of `SEALED_COLUMNS`, with a line's end. */
  digest: string
}

/** What of a decision is sealed: all but which asset the hub took its tag for. */
const SEALED_COLUMNS = [
  'id',
  'epoch_id',
  'seq',
  'agent_id',
  'read_seq',
  'reader',
  'uid',
  'verdict',
  'reason',
  'rule',
  'marked',
  'mode',
  'count',
  'decided_at',
  'received_at',
  'clock',
  'late',
  'facts',
] as const satisfies readonly (keyof DecisionTable)[]

/**
 * The digests of the decisions after the id `after` that arrived before `until`, by agent, and the id
 * that they reach. Ids are given in the order of arrival: the first that arrived later ends them.
 */
export async function digestDecisions(
  db: Db,
  { after, until, now }: { after: number; until: number; now: number },
): Promise<{ through: number; agents: AgentDecisions[] }> {
  const agents = new Map<number, { rows: number; hash: Hash }>()
  let through = after
  for (;;) {
    const rows = await db
      .selectFrom('decisions')
      .select(SEALED_COLUMNS)
      .where('id', '>', through)
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute()
    for (const row of rows) {
      // What arrived in the future did so by a clock that was wrong then: it ends nothing.
      if (row.received_at >= until && row.received_at <= now)
        return { through, agents: digestsOf(agents) }
      const of = agents.get(row.agent_id) ?? { rows: 0, hash: createHash('sha256') }
      agents.set(row.agent_id, of)
      of.rows++
      of.hash.update(`${JSON.stringify(SEALED_COLUMNS.map((name) => row[name]))}\n`)
      through = row.id
    }
    if (rows.length < PAGE_ROWS) return { through, agents: digestsOf(agents) }
  }
}

function digestsOf(agents: ReadonlyMap<number, { rows: number; hash: Hash }>): AgentDecisions[] {
  return [...agents]
    .toSorted(([a], [b]) => a - b)
    .map(([agentId, { rows, hash }]) => ({ agentId, rows, digest: hash.digest('hex') }))
}

/** Codes of agents by id, of deleted ones too. */
export async function agentCodes(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('agents').select(['id', 'code']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, code }) => [id, code]))
}
