import { useQueryClient } from '@tanstack/react-query'
import type { AgentDetail, UpdateAgentRequest } from '@vehicle-control/protocol'
import { useState } from 'react'
import {
  AGENT_DETAILS_KEY,
  agentDetailsQuery,
  updateAgent,
} from '../../../../api/agents/admin-agents.ts'
import { hasStatus } from '../../../../api/http/api-error.ts'
import { useApp } from '../../../../app-parts.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import { writeDegrees } from './coordinates-input.ts'
import { type ChangedField, changedFields, type FieldLabel } from '../../list/changed-fields.ts'

const WORDS = DEVICE_TEXTS.fields
const LABELS: readonly FieldLabel<AgentDetail>[] = [
  { field: 'name', label: WORDS.name },
  { field: 'location', label: WORDS.location },
  { field: 'lat', label: WORDS.lat, say: sayDegrees },
  { field: 'lng', label: WORDS.lng, say: sayDegrees },
]

/** Degrees written as in the fields. */
function sayDegrees(value: unknown): string {
  return typeof value === 'number' ? writeDegrees(value) : ''
}

/** What somebody else changed of an agent meanwhile; `theirs` null: it was deleted. */
export interface MeanwhileChange {
  readonly theirs: AgentDetail | null
  readonly changes: readonly ChangedField[] | null
}

/** Changes an agent only as long as it is what the person has seen. */
export function useSeenAgent(agent: AgentDetail) {
  const app = useApp()
  const queries = useQueryClient()
  const [seen, setSeen] = useState(agent)
  const [meanwhile, setMeanwhile] = useState<MeanwhileChange | null>(null)

  /** Resolves to false where somebody else changed it first: `meanwhile` then says what. */
  const save = async (change: Omit<UpdateAgentRequest, 'updated_at'>, over: AgentDetail = seen) => {
    try {
      await updateAgent(app.api, agent.code, { ...change, updated_at: over.updated_at })
    } catch (problem) {
      if (!hasStatus(problem, 412) && !hasStatus(problem, 404)) throw problem
      const { answer } = await queries.fetchQuery({ ...agentDetailsQuery(app), staleTime: 0 })
      const theirs = answer.agents.find(({ code }) => code === agent.code) ?? null
      setMeanwhile({ theirs, changes: theirs && changedFields(LABELS, over, theirs) })
      return false
    }
    setMeanwhile(null)
    await queries.invalidateQueries({ queryKey: AGENT_DETAILS_KEY })
    return true
  }
  /** From now on the person counts as having seen what is stored. */
  const take = (theirs: AgentDetail) => {
    setSeen(theirs)
    setMeanwhile(null)
  }
  return { meanwhile, save, take }
}
