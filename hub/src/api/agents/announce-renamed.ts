import type { Agent } from '@vehicle-control/protocol'
import type { Bus } from '../../bus/bus.ts'

/** Announces an agent's new name or place to every hub and browser. */
export function announceRenamed(bus: Bus, view: Agent): void {
  const { id: agentId, code, name, location, last_seen, online, connected } = view
  const agent = { code, name, location }
  bus.broadcast('agentRenamed', { agentId, agent })
  bus.broadcast('agentStatus', { agent, last_seen, online, connected })
}
