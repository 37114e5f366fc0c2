import { z } from 'zod'
import { AgentCode } from '../agent-socket.ts'
import { HostMetric, InputRuleName, TelemetryType } from '../entry.ts'
import { line } from '../text.ts'
import { SeenVersion } from './assets.ts'

/** One of the two devices that claim to be the same agent. */
export const ClaimedDevice = z.object({
  address: z.string().nullable(),
  hardware_serial: z.string().nullable(),
  at: z.string(),
})
export type ClaimedDevice = z.infer<typeof ClaimedDevice>

export const Agent = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  location: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  last_ip: z.string().nullable(),
  last_seen: z.string().nullable(),
  readings_count: z.number().int(),
  online: z.boolean(),
  connected: z.boolean(),
  quarantine: z.object({ known: ClaimedDevice, claimant: ClaimedDevice }).nullable(),
})
export type Agent = z.infer<typeof Agent>

/** GET /api/agents/status. */
export const AgentList = z.object({ agents: z.array(Agent) })
export type AgentList = z.infer<typeof AgentList>

/** A reader as its agent last reported it. */
export const AgentReader = z.object({
  id: z.string(),
  type: z.string(),
  path: z.string(),
  state: z.enum(['open', 'silent', 'closed']),
  simulated: z.boolean(),
  /** Why it is closed. */
  error: z.string().nullable(),
  /** Why it reads badly. */
  warning: z.string().nullable(),
})
export type AgentReader = z.infer<typeof AgentReader>

/** A sensor as its agent last reported it. */
export const AgentSensor = z.object({
  source: z.string(),
  types: z.array(TelemetryType),
  /** `warming`: its values are no measure yet. `stale`: several measurements in a row failed. */
  state: z.enum(['ok', 'warming', 'stale']),
  error: z.string().nullable(),
  /** Why it alarms, such as gas above its threshold; absent while it does not. */
  alarm: z.string().optional(),
  /** When this state, or the alarm, was first reported. */
  since: z.string(),
})
export type AgentSensor = z.infer<typeof AgentSensor>

/** An input line as its agent last reported it. */
export const AgentInput = z.object({
  id: z.string(),
  pin: z.number().int(),
  rule: InputRuleName,
  /** An `InputSense`; a page may be older than its hub, and not know it. */
  sense: z.string().optional(),
  /** Null while it cannot be read. */
  active: z.boolean().nullable(),
  error: z.string().nullable(),
  since: z.string(),
})
export type AgentInput = z.infer<typeof AgentInput>

/** A barrier as its agent last reported it by its contacts. */
export const AgentBarrier = z.object({
  /** Empty where the gate has one barrier. */
  name: z.string(),
  /** A `BarrierPosition`; a page may be older than its hub, and not know it. */
  position: z.string(),
  /** It has not been closed for longer than its edge is set to. */
  leftOpen: z.boolean(),
  /** Of this position; of one that was left open, when it was last closed. */
  since: z.string(),
})
export type AgentBarrier = z.infer<typeof AgentBarrier>

/** The contacts of a gate: whether a vehicle stands on a loop, and where each barrier is. */
export const AgentContacts = z.object({
  code: z.string(),
  /** While false, what its contacts tell now is not known: the rest is as last reported. */
  connected: z.boolean(),
  loops: z.array(
    z.object({
      id: z.string(),
      /** Null while the line cannot be read. */
      occupied: z.boolean().nullable(),
    }),
  ),
  barriers: z.array(AgentBarrier),
})
export type AgentContacts = z.infer<typeof AgentContacts>

/** GET /api/agents/contacts, by code; agents without a loop or a barrier's contact are left out. */
export const AgentContactsList = z.object({ agents: z.array(AgentContacts) })
export type AgentContactsList = z.infer<typeof AgentContactsList>

/** The relays as their agent last reported them. */
export const AgentRelays = z.object({
  driver: z.string(),
  simulated: z.boolean(),
  pins: z.array(z.number().int()),
  /** Those that have a name; absent where none has one, and of an older edge. */
  named: z
    .array(
      z.object({
        name: z.string(),
        pin: z.number().int().optional(),
        /** Why nobody knows whether it is on; absent while its agent does. */
        error: z.string().optional(),
      }),
    )
    .optional(),
  /** Why none can be moved. */
  error: z.string().nullable(),
  since: z.string(),
})
export type AgentRelays = z.infer<typeof AgentRelays>

/** The newest measurement of an agent's own machine. */
export const AgentMetric = z.object({
  metric: HostMetric,
  value: z.number(),
  unit: z.string(),
  at: z.string(),
})
export type AgentMetric = z.infer<typeof AgentMetric>

/** An agent with what its administration shows. */
export const AgentDetail = Agent.extend({
  /** Of the edge's program; null for one that never reported. */
  version: z.string().nullable(),
  clock: z.enum(['synced', 'hub', 'corrected', 'unsynced']).nullable(),
  /** Its outbox as it last reported it: `unacked` entries wait for the hub. */
  outbox: z
    .object({
      bytes: z.number(),
      maxBytes: z.number(),
      unacked: z.number().int(),
      /** Why the agent's disk takes nothing; absent while it does. */
      blocked: z.string().optional(),
    })
    .nullable(),
  readers: z.array(AgentReader),
  sensors: z.array(AgentSensor),
  inputs: z.array(AgentInput),
  /** Absent of a hub from before barriers. */
  barriers: z.array(AgentBarrier).optional(),
  /** Null for an agent without relays, and for an older edge. */
  relays: AgentRelays.nullable(),
  /** Empty for an edge without such measurements. */
  health: z.array(AgentMetric),
  /** It reaches the hub from another machine over http, without EDGE_ALLOW_HTTP; absent otherwise, and for an older edge. */
  cleartext: z.boolean().optional(),
  /** Entries that were lost in the last 24 hours. */
  lost: z.number().int(),
  /** Of the last change by a person: `SeenVersion` of the next one. */
  updated_at: z.string(),
})
export type AgentDetail = z.infer<typeof AgentDetail>

/** GET /api/agents, by code. */
export const AgentDetailList = z.object({ agents: z.array(AgentDetail) })
export type AgentDetailList = z.infer<typeof AgentDetailList>

/** POST /api/agents; the key is shown this once. */
export const AgentCreated = z.object({ apiKey: z.string(), agent: Agent })
export type AgentCreated = z.infer<typeof AgentCreated>

const optionalText = (max: number) => line(max).nullish()

export const CreateAgentRequest = z.object({
  code: AgentCode,
  name: line(120).min(1),
  location: optionalText(200),
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
})
export type CreateAgentRequest = z.infer<typeof CreateAgentRequest>

/** PATCH /api/agents/{code}: what is left out stays, null clears. */
export const UpdateAgentRequest = z.object({
  name: line(120).min(1).optional(),
  location: line(200).nullish(),
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
  updated_at: SeenVersion,
})
export type UpdateAgentRequest = z.infer<typeof UpdateAgentRequest>

export const AgentUpdated = z.object({ agent: Agent })

/** An agent on the map, with its counts of today in the hub's time zone. */
export const MapAgent = z.object({
  id: z.number().int(),
  name: z.string(),
  code: z.string(),
  location: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  online: z.boolean(),
  last_seen: z.string().nullable(),
  connected: z.boolean(),
  today: z.number().int(),
  suppressed: z.number().int(),
})
export type MapAgent = z.infer<typeof MapAgent>

/** GET /api/map/agents; agents without coordinates too. */
export const MapAgents = z.object({
  agents: z.array(MapAgent),
  /** Another one with each change of the site's plan (GET /api/site-plan); null: none is placed. */
  site_plan: z.string().nullable().optional(),
})
export type MapAgents = z.infer<typeof MapAgents>
