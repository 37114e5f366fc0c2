import {
  AgentCode,
  DecisionList,
  DecisionSummary,
  parseUntrusted,
  type StoredDecision,
} from '@vehicle-control/protocol'
import { SUMMED_DECISIONS_MAX } from '@vehicle-control/protocol/limits'
import { z } from 'zod'
import {
  countDecisions,
  findDecisions,
  type FoundDecision,
} from '../../store/access/find-decisions.ts'
import { fromJson } from '../../store/settings/settings.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { declareCall } from '../http/call.ts'
import { PEOPLE } from '../http/callers.ts'
import { range, requireOrder, wholeNumber } from '../http/query-fields.ts'

const word = z.string().min(1).max(64).optional()

export const decisionCalls = [
  declareCall({
    id: 'listDecisions',
    method: 'GET',
    path: '/api/access/decisions',
    who: PEOPLE,
    summary: 'What gates decided, the newest first, with the facts and what a guard opened by hand',
    query: z.object({
      agent: AgentCode.optional(),
      uid: word,
      verdict: word,
      reason: word,
      ...range,
      before: wholeNumber(999_999_999, 999_999_999),
      limit: wholeNumber(200, 50),
    }),
    answer: DecisionList,
    async handle({ query: { agent, limit, ...query } }, { readOnly, searches }) {
      requireOrder(query)
      const agentId = agent === undefined ? undefined : (await requireAgent(readOnly, agent)).id
      const found = await findDecisions(searches, { ...query, agentId, limit: limit + 1 })
      const rows = found.slice(0, limit)
      const next = found.length > limit ? (rows.at(-1)?.id ?? null) : null
      return { decisions: rows.map(viewOf), next }
    },
  }),
  declareCall({
    id: 'countDecisions',
    method: 'GET',
    path: '/api/access/decisions/summary',
    who: PEOPLE,
    summary: 'How often gates gave which verdict for which reason, the most frequent first',
    query: z.object(range),
    answer: DecisionSummary,
    async handle({ query }, { searches }) {
      requireOrder(query)
      const { from, to } = query
      return countDecisions(searches, { from, to, limit: SUMMED_DECISIONS_MAX })
    },
  }),
]

/** What a screen shows of the facts that an edge gave; a newer edge's may be anything. */
const Facts = z.object({
  list: z.object({ ageMs: z.number().nullable() }).catch({ ageMs: null }),
  time: z.object({ nowMs: z.number().nullable() }).catch({ nowMs: null }),
})

function viewOf(row: FoundDecision): StoredDecision {
  const { data } = parseUntrusted(Facts, fromJson(row.facts))
  const knownMs = data?.time.nowMs ?? null
  const [openedAt = '', ...by] = row.opened?.split(' ') ?? []
  return {
    id: row.id,
    at: iso(row.decided_at),
    agent_code: row.agentCode,
    agent_name: row.agentName,
    reader: row.reader,
    uid: row.uid,
    label: row.label,
    verdict: row.verdict,
    reason: row.reason,
    rule: row.rule,
    marked: row.marked === 1,
    mode: row.mode,
    count: row.count,
    clock: row.clock,
    list_age_ms: data?.list.ageMs ?? null,
    known_time: knownMs === null ? null : iso(knownMs),
    opened: row.opened === null ? null : { by: by.join(' '), at: iso(Number(openedAt)) },
  }
}

const iso = (at: number) => new Date(at).toISOString()
