import {
  type Agent,
  AgentDetail,
  ClaimedDevice,
  type MapAgent,
  ONLINE_WITHIN_MS,
} from '@vehicle-control/protocol'
import { z } from 'zod'
import type { Presence } from '../../ingest/presence/presence.ts'
import type { DetailedAgentRow, PlacedAgentRow, ShownAgentRow } from '../../store/agents/agents.ts'
import type { AgentReaderRow } from '../../store/schema/agents.ts'
import type { AgentDevices } from './device-view.ts'
import type { AgentCounts } from '../../store/reports/figures.ts'
import { versionOf } from '../http/require-seen.ts'

const Quarantine = z.object({ known: ClaimedDevice, claimant: ClaimedDevice })

/** An agent as screens see it: its row and what is known of its connection right now. */
export function agentView(row: ShownAgentRow, presence: Presence, now: number): Agent {
  const { id, code, name, location, lat, lng, last_ip, readings_count, quarantine } = row
  const { last_seen, online, connected } = presenceOf(row, presence, now)
  return {
    id,
    code,
    name,
    location,
    lat,
    lng,
    last_ip,
    last_seen,
    readings_count,
    online,
    connected,
    quarantine: quarantine === null ? null : Quarantine.parse(JSON.parse(quarantine)),
  }
}

/** The agent without the addresses and serials of its devices; it still shows a quarantine. */
export function redactAddresses(agent: Agent): Agent {
  const { quarantine } = agent
  const anonymous = ({ at }: ClaimedDevice) => ({ address: null, hardware_serial: null, at })
  return {
    ...agent,
    last_ip: null,
    quarantine: quarantine && {
      known: anonymous(quarantine.known),
      claimant: anonymous(quarantine.claimant),
    },
  }
}

/** What is known of an agent beside its row. */
export interface AgentFacts {
  readers: readonly AgentReaderRow[]
  devices: AgentDevices
  /** Number of entries that it lost in the last RECENT_GAPS_MS. */
  lost: number
}

const { clock: Clock, outbox: Outbox } = AgentDetail.shape

/** An agent as its administration shows it. */
export function agentDetail(
  row: DetailedAgentRow,
  { readers, devices, lost }: AgentFacts,
  presence: Presence,
  now: number,
): AgentDetail {
  return {
    ...agentView(row, presence, now),
    version: row.version,
    clock: Clock.parse(row.clock),
    outbox: row.outbox === null ? null : Outbox.parse(JSON.parse(row.outbox)),
    readers: readers.map(({ reader, type, path, state, simulated, error, warning }) => {
      return { id: reader, type, path, state, simulated: simulated === 1, error, warning }
    }),
    ...devices,
    lost,
    updated_at: versionOf(row),
  }
}

/** An agent as the map shows it; `counts` are today's, absent where it has none. */
export function mapAgentView(
  row: PlacedAgentRow,
  counts: AgentCounts | undefined,
  presence: Presence,
  now: number,
): MapAgent {
  const { id, name, code, location, lat, lng } = row
  const { last_seen, online, connected } = presenceOf(row, presence, now)
  const { reads: today = 0, suppressed = 0 } = counts ?? {}
  return {
    id,
    name,
    code,
    location,
    lat,
    lng,
    online,
    last_seen,
    connected,
    today,
    suppressed,
  }
}

function presenceOf(
  { id, last_seen, replica }: PlacedAgentRow,
  presence: Presence,
  now: number,
): Pick<Agent, 'last_seen' | 'online' | 'connected'> {
  const lastSeen = Math.max(last_seen ?? 0, presence.lastSeen(id) ?? 0)
  return {
    last_seen: lastSeen > 0 ? new Date(lastSeen).toISOString() : null,
    online: lastSeen > 0 && now - lastSeen < ONLINE_WITHIN_MS,
    connected: presence.isConnected(id, replica),
  }
}
