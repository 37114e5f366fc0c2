import type { AgentDetail } from '@vehicle-control/protocol'
import { AGENTS_TEXTS } from '../../../../texts/admin-agents.ts'

/** The control panel of an agent. */
export function AgentControl({ agent }: { agent: AgentDetail }) {
  return <p>{`${AGENTS_TEXTS.actions.control}: ${agent.name || agent.code}`}</p>
}
