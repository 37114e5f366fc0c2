import { DeadLetterList, GapCounts, GapList } from '@vehicle-control/protocol'
import { listDeadLetters, listGaps } from '../../store/agents/losses.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS, EVERY_ACCOUNT } from '../http/callers.ts'
import { Paging, range, requireOrder } from '../http/query-fields.ts'
import { requireAgent } from './require-agent.ts'

const LossQuery = Paging.extend(range)
const iso = (at: number) => new Date(at).toISOString()

/** Gaps in the agents' outboxes, and dead letters. */
export const lossCalls = [
  declareCall({
    id: 'listAgentGaps',
    method: 'GET',
    path: '/api/agents/:code/gaps',
    who: EVERY_ACCOUNT,
    summary: 'What an agent lost, newest first',
    query: LossQuery,
    answer: GapList,
    async handle({ query, params }, { readOnly }) {
      requireOrder(query)
      const agent = await requireAgent(readOnly, params.code)
      const { rows, total } = await listGaps(readOnly, agent.id, query)
      const items = rows.map((row) => ({
        id: `${row.epoch}-${row.seq}`,
        gaps: row.gaps,
        from: row.from_seq,
        to: row.to_seq,
        counts: GapCounts.parse(JSON.parse(row.counts)),
        reason: row.reason,
        at: iso(row.at),
        received_at: iso(row.received_at),
      }))
      return { items, total }
    },
  }),
  declareCall({
    id: 'listDeadLetters',
    method: 'GET',
    path: '/api/dead-letters',
    who: ADMINS,
    summary: 'Entries that the hub could not read, newest first',
    query: LossQuery,
    answer: DeadLetterList,
    async handle({ query }, { readOnly }) {
      requireOrder(query)
      const { rows, total } = await listDeadLetters(readOnly, query)
      const items = rows.map((row) => ({
        id: `${row.epoch}-${row.seq}`,
        count: row.count,
        until: row.last_epoch === null ? null : `${row.last_epoch}-${row.last_seq}`,
        agent_code: row.code,
        kind: row.kind,
        payload: row.payload,
        error: row.error,
        received_at: iso(row.received_at),
      }))
      return { items, total }
    },
  }),
]
