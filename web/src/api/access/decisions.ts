import { queryOptions } from '@tanstack/react-query'
import type { StoredDecision } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { DecisionList } from './decision-shapes.ts'

/** A read that a decision is looked for by. */
export interface AskedRead {
  readonly uid: string
  readonly agent: string
  /** When it was read, in epoch milliseconds. */
  readonly at: number
}

/** An edge writes a decision right behind its read; the clock may be corrected between the two. */
const NEAR_MS = 10_000

/** GET /api/access/decisions: the one on this read, with its facts; null where it is not stored any more. */
export function decisionOnQuery(api: ApiClient, { uid, agent, at }: AskedRead) {
  const query = new URLSearchParams({
    uid,
    agent,
    from: new Date(at - NEAR_MS).toISOString(),
    to: new Date(at + NEAR_MS).toISOString(),
  })
  return queryOptions({
    queryKey: ['access', 'decision', uid, agent, at],
    queryFn: async ({ signal }): Promise<StoredDecision | null> => {
      const { decisions } = await api({
        path: `/api/access/decisions?${query}`,
        shape: DecisionList,
        signal,
      })
      const away = (one: StoredDecision) => Math.abs(Date.parse(one.at) - at)
      return decisions.toSorted((a, b) => away(a) - away(b))[0] ?? null
    },
  })
}
