import type { Agent } from '@vehicle-control/protocol'
import type { Bus } from '../../bus/bus.ts'

/** Tells every hub and browser of an agent's new name or place. */
export function announceRenamed(bus: Bus, view: Agent): void {
  const { id: agentId, code, name, location, last_seen, online, connected } = view
  const agent = { code, name, location }
  bus.broadcast('agentRenamed', { agentId, agent })
  bus.broadcast('agentStatus', { agent, last_seen, online, connected })
}
