import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgentDetail } from '@vehicle-control/protocol'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { AGENT_DETAILS_KEY, agentDetailsQuery } from '../../../api/agents/admin-agents.ts'
import type { AgentListParts } from '../../../api/agents/agent-lists.ts'
import type { Clock } from '../../../browser/clock.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { createPacedQuestion } from '../../../live/paced-question.ts'

const EVERY_MS = 15_000
/** Events come in bursts: a hub that restarts brings all of its agents back. */
const GATHER_MS = 1000
/** The least time between two calls, for each agent: a list of thousands is megabytes. */
const REST_MS_AN_AGENT = 2

/** The agents as their administration shows them, fetched again every 15 s while visible. */
export interface AgentDetailsFetch {
  /** Empty before the first answer, and after one that failed. */
  readonly agents: readonly AgentDetail[]
  readonly isLoading: boolean
  /** Why the last call failed; null where it did not. */
  readonly error: Error | null
  readonly refetch: () => void
}

const NONE: readonly AgentDetail[] = []

/** Follows GET /api/agents; an event about an agent has it fetched again soon. */
export function useAgentDetails(
  app: AgentListParts & { clock: Clock },
  isAllowed: boolean,
): AgentDetailsFetch {
  const { agents: directory } = useLiveLink()
  const queries = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    ...agentDetailsQuery(app),
    enabled: isAllowed,
    refetchInterval: EVERY_MS,
  })
  useEffect(() => data && directory.takeStatus(data), [directory, data])
  const known = useMemo(
    () => new Map(data?.answer.agents.map((agent) => [agent.code, agent])),
    [data],
  )
  const isOutdated = useEffectEvent((code: string) => {
    const [before, now] = [known.get(code), directory.get(code)]
    return !before || !now || before.connected !== now.connected || before.name !== now.name
  })
  const restMs = useEffectEvent(() => Math.max(GATHER_MS, known.size * REST_MS_AN_AGENT))
  useEffect(() => {
    if (!isAllowed) return undefined
    const question = createPacedQuestion({
      clock: app.clock,
      withinMs: GATHER_MS,
      restMs,
      ask() {
        // A call that is running goes on: cancelled each time, none would ever finish on a slow
        // line.
        void queries.invalidateQueries({ queryKey: AGENT_DETAILS_KEY }, { cancelRefetch: false })
      },
    })
    const unsubscribe = directory.subscribe((changed) => {
      for (const code of changed) {
        if (!isOutdated(code)) continue
        question.hear()
        return
      }
    })
    return () => {
      unsubscribe()
      question.stop()
    }
  }, [app, directory, isAllowed, queries])
  const agents = error === null ? (data?.answer.agents ?? NONE) : NONE
  return { agents, isLoading: isPending, error, refetch: () => void refetch() }
}
