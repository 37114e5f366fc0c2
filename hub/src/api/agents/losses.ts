import { type DeadLetterList, GapData, type GapList } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import type { Db } from '../../store/database.ts'
import { listDeadLetters, listGaps } from '../../store/agents/losses.ts'
import type { ApiEnv } from '../http/env.ts'
import { readQuery } from '../http/input.ts'
import { Paging, range, requireOrder } from '../http/paging.ts'
import { requireAgent } from './require-agent.ts'

export const LossQuery = Paging.extend(range)
const iso = (at: number) => new Date(at).toISOString()

/** GET /api/agents/{code}/gaps: what an agent lost. */
export function gapRoutes({ reads }: { reads: Db }): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get('/:code/gaps', async (c) => {
    const query = readQuery(c, LossQuery)
    requireOrder(query)
    const agent = await requireAgent(reads, c.req.param('code'))
    const { rows, total } = await listGaps(reads, agent.id, query)
    const items = rows.map((row) => ({
      id: `${row.epoch}-${row.seq}`,
      from: row.from_seq,
      to: row.to_seq,
      counts: GapData.shape.counts.parse(JSON.parse(row.counts)),
      reason: row.reason,
      at: iso(row.at),
      received_at: iso(row.received_at),
    }))
    return c.json({ items, total } satisfies GapList)
  })
}

/** GET /api/dead-letters: what the hub could not read. */
export function deadLetterRoutes({ reads }: { reads: Db }): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get('/', async (c) => {
    const query = readQuery(c, LossQuery)
    requireOrder(query)
    const { rows, total } = await listDeadLetters(reads, query)
    const items = rows.map((row) => ({
      id: `${row.epoch}-${row.seq}`,
      agent_code: row.code,
      kind: row.kind,
      payload: row.payload,
      error: row.error,
      received_at: iso(row.received_at),
    }))
    return c.json({ items, total } satisfies DeadLetterList)
  })
}
