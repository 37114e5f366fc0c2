import { z } from 'zod'
import type { HubAlertList } from './hub-alerts.ts'
import { byShownColumn } from './vehicle-columns.ts'

/** Times in events and answers: ISO 8601, UTC, milliseconds. */
const iso = z.string()

export const EventAgent = z.object({
  code: z.string(),
  name: z.string(),
  location: z.string().nullable(),
})
export type EventAgent = z.infer<typeof EventAgent>

export const EventVehicle = z.object({
  ...byShownColumn(() => z.string().nullable()),
  /** The same for all versions of the asset. */
  asset_id: z.number().int().optional(),
})
export type EventVehicle = z.infer<typeof EventVehicle>

/** An asset by its plate, or by its name where it is no vehicle. */
export const NamedAsset = z.object({ asset_id: z.number().int(), name: z.string() })
export type NamedAsset = z.infer<typeof NamedAsset>

/** `rfid:scan`; an array of it is `rfid:tags`. `id` is the id that the stored read has. */
export const ScanEvent = z.object({
  id: z.string(),
  uid: z.string(),
  ts: iso,
  received_at: iso,
  vehicle: EventVehicle.nullable(),
  agent: EventAgent,
  /** Present for a tag that its asset has lost; by the name that it had with it. */
  retired_from: NamedAsset.optional(),
})
export type ScanEvent = z.infer<typeof ScanEvent>

/** `rfid:suppressed`: `count` repeats that the edge did not report as reads. */
export const SuppressedEvent = ScanEvent.extend({ count: z.number().int() })
export type SuppressedEvent = z.infer<typeof SuppressedEvent>

/** `access:decision`: what a gate decided on a tag, without what people alone may know. */
export const DecisionForWalls = ScanEvent.extend({
  /**
   * Id of the entry before it, where its edge said that this is the read that it was decided on; else null.
   * No other read is meant where that entry is none, as after a loss.
   */
  read: z.string().nullable(),
  /** `allow`, `deny`, or a newer edge's word. */
  verdict: z.string(),
})
export type DecisionForWalls = z.infer<typeof DecisionForWalls>

/** `access:decision` for people. */
export const DecisionEvent = DecisionForWalls.extend({
  /** By `access/reasons.ts`, or a newer edge's. */
  reason: z.string(),
  rule: z.number().int().nullable(),
  /** Allowed all the same, as at an exit. */
  marked: z.boolean(),
  mode: z.string(),
  count: z.number().int(),
})
export type DecisionEvent = z.infer<typeof DecisionEvent>

/** `agent:status`. `online` follows last_seen (120 s), `connected` the agent's socket. */
export const AgentStatusEvent = z.object({
  agent: EventAgent,
  last_seen: iso.nullable(),
  online: z.boolean(),
  connected: z.boolean(),
})
export type AgentStatusEvent = z.infer<typeof AgentStatusEvent>

/** `rfid:status` and GET /api/rfid/status, over all readers of connected agents. */
export const RfidStatus = z.object({
  connected: z.boolean(),
  simulate: z.boolean(),
  /** The only open path, «N lectores» when there are several, null when none is open. */
  port: z.string().nullable(),
})
export type RfidStatus = z.infer<typeof RfidStatus>

/** `agent:telemetry`: one sample of a sensor or an input. What an edge measures of itself is in no event. */
export const TelemetryEvent = z.object({
  agent: z.object({ code: z.string() }),
  ts: iso,
  type: z.string(),
  /** Name of the sensor or input; absent where the agent has one of its type. */
  source: z.string().optional(),
  value: z.number(),
  unit: z.string(),
})
export type TelemetryEvent = z.infer<typeof TelemetryEvent>

/** `agent:ack`: the result of a relay command. `late`: it came after the hub had announced `timeout`. */
export const AckEvent = z.object({
  id: z.string(),
  agent: z.object({ code: z.string() }),
  /** -1 of a relay that is known by its name alone. */
  pin: z.number().int(),
  relay: z.string().optional(),
  state: z.number().int(),
  ok: z.boolean(),
  onMs: z.number(),
  reason: z.enum(['done', 'auto_off', 'expired', 'busy', 'failed', 'timeout', 'quarantined']),
  late: z.boolean().optional(),
})
export type AckEvent = z.infer<typeof AckEvent>

/** `asset:tag`: whose a tag is from now on. Reads of before stay nobody's, or whose they were. */
export const AssetTagEvent = z.object({
  uid: z.string(),
  /** Null where no asset has it any more. */
  asset: NamedAsset.nullable(),
})
export type AssetTagEvent = z.infer<typeof AssetTagEvent>

/** `auth` of a browser's Socket.IO handshake. */
export const BrowserAuth = z.object({
  token: z.string().min(1).max(256),
  /** Ask for `rfid:tags` arrays instead of one `rfid:scan` a read. */
  batch: z.boolean().optional(),
})

/** Events from hub to browser with their payloads. */
export interface BrowserEvents {
  'agent:status': (event: AgentStatusEvent) => void
  'rfid:status': (event: RfidStatus) => void
  'rfid:scan': (event: ScanEvent) => void
  'rfid:tags': (events: ScanEvent[]) => void
  'rfid:tag': (event: ScanEvent) => void
  'rfid:suppressed': (event: SuppressedEvent) => void
  'access:decision': (event: DecisionEvent | DecisionForWalls) => void
  'agent:telemetry': (event: TelemetryEvent) => void
  'agent:ack': (event: AckEvent) => void
  'hub:alerts': (event: HubAlertList) => void
  'asset:tag': (event: AssetTagEvent) => void
}
