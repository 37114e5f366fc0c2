import { type AgentStatusEvent, type EventAgent, ONLINE_WITHIN_MS } from '@vehicle-control/protocol'

/**
 * How many are announced in one turn of the event loop when thousands of agents disconnect at once:
 * each is sent to every browser.
 */
export const STATUSES_A_TURN = 20

/**
 * The event that announces whether an agent is connected; `lastSeen` is in milliseconds since 1970.
 */
export function agentStatusEvent(
  { code, name, location }: EventAgent,
  lastSeen: number | null,
  connected: boolean,
): AgentStatusEvent {
  return {
    agent: { code, name, location },
    last_seen: lastSeen === null ? null : new Date(lastSeen).toISOString(),
    online: lastSeen !== null && Date.now() - lastSeen < ONLINE_WITHIN_MS,
    connected,
  }
}
