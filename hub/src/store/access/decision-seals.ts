import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../database.ts'
import type { DecisionTable } from '../schema/access.ts'
import { fromJson, readSetting, saveSettings } from '../settings/settings.ts'

const SEALED = 'decisions_sealed'
const PAGE_ROWS = 500

/** Decisions up to this id are sealed, of the days before `until`. */
const Sealed = z.object({ id: z.number().int(), until: z.number() })
export type Sealed = z.infer<typeof Sealed>

export async function sealedThrough(db: Db): Promise<Sealed> {
  const none = { id: 0, until: 0 }
  return Sealed.catch(none).parse(fromJson((await readSetting(db, SEALED)) ?? ''))
}

export async function saveSealed(db: Db, sealed: Sealed): Promise<void> {
  await saveSettings(db, [{ key: SEALED, value: JSON.stringify(sealed) }])
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
  { after, until }: { after: number; until: number },
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
      if (row.received_at >= until) return { through, agents: digestsOf(agents) }
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
