import { parseScanUid } from '@vehicle-control/protocol/uid'
import { byShownColumn } from '@vehicle-control/protocol/vehicle-columns'

/** An agent's state according to an event. */
export interface AgentUpdate {
  readonly code: string
  /** Null where the event leaves it out, and the known name stays. */
  readonly name: string | null
  /** Undefined where the event leaves it out. */
  readonly location: string | null | undefined
  /** Milliseconds since 1970; null for an agent that was never seen. */
  readonly lastSeen: number | null
  readonly online: boolean
  /** Undefined where the event leaves it out. */
  readonly connected: boolean | undefined
}

/** What is wrong with the hub itself; its alerts are looked at where they are shown. */
export interface HubNews {
  /** How many are not over. */
  readonly open: number
  readonly alerts: readonly unknown[]
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** True for times as our hub writes them: they are sorted as texts, and shown. */
export function hasPlainTimes({ ts, received_at }: { ts: string; received_at: string }): boolean {
  return [ts, received_at].every((time) => ISO_TIME.test(time) && Number.isFinite(Date.parse(time)))
}

type Members = Readonly<Record<string, unknown>>

/**
 * A read as a `ScanEvent`, of what the specification lets an event have: the tag as `uid`, `tag` or
 * `id`, and everything else missing. Null where no tag is in it; `now` is the server's time.
 */
export function tolerantScan(payload: unknown, now: number): object | null {
  const given = membersOf(payload)
  const named = text(given.uid) ?? text(given.tag)
  const uid = named ?? parseScanUid(text(given.id) ?? '')
  if (uid === null) return null
  const agent = agentOf(given.agent)
  const code = text(agent.code) ?? ''
  const receivedAt = instant(given.received_at) ?? now
  const ts = iso(instant(given.ts) ?? receivedAt)
  return {
    // An `id` that is the tag does not identify the read: the tag's next read would have it too.
    id: (named === null ? null : text(given.id)) ?? `${uid}|${ts}|${code}`,
    uid,
    ts,
    received_at: iso(receivedAt),
    vehicle: vehicleOf(given.vehicle),
    ...retiredFrom(given.retired_from),
    agent: { code, name: text(agent.name) ?? code, location: text(agent.location) },
  }
}

/** The same for `rfid:suppressed`, which counts one repeat unless it says otherwise. */
export function tolerantSuppression(payload: unknown, now: number): object | null {
  const scan = tolerantScan(payload, now)
  const { count } = membersOf(payload)
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count > 0
  return scan && { ...scan, count: isCount ? count : 1 }
}

/** Null where the event names no agent; `now` is the server's time. */
export function tolerantAgentStatus(payload: unknown, now: number): AgentUpdate | null {
  const given = membersOf(payload)
  const agent = agentOf(given.agent)
  const code = text(agent.code)
  if (code === null) return null
  const online = given.online !== false
  // The hub says null of an agent that it has never seen; an event without it means now.
  const neverSeen = given.last_seen === null && !online
  return {
    code,
    name: text(agent.name),
    location: agent.location === undefined ? undefined : text(agent.location),
    lastSeen: neverSeen ? null : (instant(given.last_seen) ?? now),
    online,
    connected: typeof given.connected === 'boolean' ? given.connected : undefined,
  }
}

/** A `rfid:status` event with defaults for what it leaves out. */
export function tolerantRfidStatus(payload: unknown): object {
  const { connected, simulate, port } = membersOf(payload)
  return { connected, simulate: simulate === true, port: text(port) }
}

/** The alerts of the hub itself; null where the payload holds none. */
export function tolerantHubAlerts(payload: unknown): HubNews | null {
  const { open, alerts } = membersOf(payload)
  return Array.isArray(alerts) ? { open: number(open) ?? alerts.length, alerts } : null
}

export function agentOf(value: unknown): Members {
  return typeof value === 'string' ? { code: value } : membersOf(value)
}

function vehicleOf(value: unknown): object | null {
  const given = membersOf(value)
  const vehicle = byShownColumn((column) => text(given[column]))
  if (Object.values(vehicle).every((part) => part === null)) return null
  return { ...vehicle, asset_id: number(given.asset_id) ?? undefined }
}

function retiredFrom(value: unknown): object {
  const { asset_id, name } = membersOf(value)
  return number(asset_id) && text(name) ? { retired_from: { asset_id, name } } : {}
}

export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export function text(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function instant(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : value
  return typeof at === 'number' && Math.abs(at) <= 8.64e15 ? at : null
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
