import { useQuery } from '@tanstack/react-query'
import { agentStatusQuery } from '../../api/agents/agent-lists.ts'
import { useApp } from '../../app-parts.ts'

const EVERY_MS = 5000

/**
 * What this hub lacks for a first read, asked again every 5 s while the page is visible; null where
 * nothing is missing or the call failed; undefined until the hub answers.
 */
export function useMissingSetup(): 'agents' | 'reads' | null | undefined {
  const { data, error } = useQuery({ ...agentStatusQuery(useApp()), refetchInterval: EVERY_MS })
  if (error) return null
  if (!data) return undefined
  const { agents } = data.answer
  if (agents.length === 0) return 'agents'
  return agents.every((agent) => agent.readings_count === 0) ? 'reads' : null
}
