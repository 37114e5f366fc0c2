import type { Agent, AgentDetail, MapAgent } from '@vehicle-control/protocol'
import { type KnownAgent, UNKNOWN_AGENT } from '../live/known-agent.ts'

/** An agent that is online, as the directory knows it; its name is its code. */
export function makeAgent(code: string, members: Partial<KnownAgent> = {}): KnownAgent {
  return {
    ...UNKNOWN_AGENT,
    code,
    name: code,
    connected: true,
    online: true,
    ...members,
  }
}

/** The same as the hub's lists have it. */
export function listedAgent(id: number, members: Partial<Agent & MapAgent>): Agent & MapAgent {
  return {
    id,
    code: `gate-${id}`,
    name: `Portería ${id}`,
    location: null,
    lat: null,
    lng: null,
    last_ip: null,
    last_seen: null,
    readings_count: 0,
    online: false,
    connected: false,
    quarantine: null,
    today: 0,
    suppressed: 0,
    ...members,
  }
}

/**
 * The same as the administration's list has it: one that never reported, unless `members` says
 * otherwise.
 */
export function detailedAgent(id: number, members: Partial<AgentDetail> = {}): AgentDetail {
  const { today: _, suppressed: __, ...agent } = listedAgent(id, {})
  return {
    ...agent,
    version: null,
    clock: null,
    outbox: null,
    readers: [],
    sensors: [],
    inputs: [],
    relays: null,
    health: [],
    lost: 0,
    updated_at: '2026-03-10T12:00:00.000Z',
    ...members,
  }
}
