import { type Agent, ClaimedDevice, ONLINE_WITHIN_MS } from '@vehicle-control/protocol'
import { z } from 'zod'
import type { Presence } from '../../ingest/presence/presence.ts'
import type { AgentRow } from '../../store/schema/agents.ts'

const Quarantine = z.object({ known: ClaimedDevice, claimant: ClaimedDevice })

/** An agent as screens see it: its row and what is known of its connection right now. */
export function agentView(row: AgentRow, presence: Presence, now: number): Agent {
  const lastSeen = Math.max(row.last_seen ?? 0, presence.lastSeen(row.id) ?? 0)
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    location: row.location,
    lat: row.lat,
    lng: row.lng,
    last_ip: row.last_ip,
    last_seen: lastSeen > 0 ? new Date(lastSeen).toISOString() : null,
    readings_count: row.readings_count,
    online: lastSeen > 0 && now - lastSeen < ONLINE_WITHIN_MS,
    connected: presence.isConnected(row.id, row.replica),
    quarantine: row.quarantine === null ? null : Quarantine.parse(JSON.parse(row.quarantine)),
  }
}
