import type { AgentDetail } from '@vehicle-control/protocol'
import { useEffect, useReducer } from 'react'
import type { AgentDirectory } from '../../../../live/agent-directory.ts'
import { useLiveLink } from '../../../../live/LiveLink.tsx'
import { instant } from '../../../../live/known-agent.ts'

/** These agents with what was heard of them since the hub listed them. */
export function useLiveRows(agents: readonly AgentDetail[]): readonly AgentDetail[] {
  const { agents: directory } = useLiveLink()
  const [, hear] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const shown = new Set(agents.map(({ code }) => code))
    return directory.subscribe((changed) => {
      for (const code of changed) if (shown.has(code)) return hear()
    })
  }, [agents, directory])
  return agents.map((agent) => withNews(agent, directory))
}

function withNews(agent: AgentDetail, directory: AgentDirectory): AgentDetail {
  const live = directory.get(agent.code)
  if (!live) return agent
  const { connected, online, lastSeen } = live
  const isSame = agent.connected === connected && agent.online === online
  if (isSame && instant(agent.last_seen) === lastSeen) return agent
  const last_seen = lastSeen === null ? null : new Date(lastSeen).toISOString()
  return { ...agent, connected, online, last_seen }
}
