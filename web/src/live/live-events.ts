import type { BrowserEvents } from '@vehicle-control/protocol'
import { AGENTS_KEY, COMMANDS_KEY, RFID_KEY, TELEMETRY_KEY } from '../api/live-keys.ts'
import { RfidStatus, ScanEvent, SuppressedEvent } from '../api/reads/shapes.ts'
import {
  tolerantAgentStatus,
  tolerantHubAlerts,
  hasPlainTimes,
  tolerantRfidStatus,
  tolerantScan,
  tolerantSuppression,
} from './tolerant-events.ts'

/** How this app reads one of the hub's events. */
export interface EventUse {
  kind: string
  /** The event with everything that it may leave out; null for what is none. `now` is the server's time. */
  read: (payload: unknown, now: number) => object | null
  /** The event comes as an array of payloads. */
  inArrays?: true
  /** An event may come twice under one id: the group of ids in which a second one is looked for. */
  ids?: 'entries' | 'unknown tags'
  /**
   * Heads of the keys of queries that are asked again when the link to the hub was away. Reads and
   * repeats are asked for by `ReadsSync` and counted anew by `TodayCounts`; a missed notice is not
   * made up for.
   */
  afterGap?: readonly string[]
}

/** Keeps the kinds and shapes of events as they are written. */
function declareUses<const Uses extends Record<keyof BrowserEvents, EventUse>>(uses: Uses): Uses {
  return uses
}

function scanOf(payload: unknown, now: number) {
  // The hub's own events are complete: only others need the slower filling in.
  const parsed = ScanEvent.safeParse(payload)
  if (parsed.success && hasPlainTimes(parsed.data)) return parsed.data
  return ScanEvent.safeParse(tolerantScan(payload, now)).data ?? null
}

const asItCame = (payload: unknown) => payload as object | null

/** Every event of the hub that a screen shows. */
export const EVENT_USES = declareUses({
  'rfid:scan': { kind: 'read', read: scanOf, ids: 'entries' },
  'rfid:tags': { kind: 'read', read: scanOf, inArrays: true, ids: 'entries' },
  'rfid:suppressed': {
    kind: 'suppressed',
    read: (payload, now) =>
      SuppressedEvent.safeParse(tolerantSuppression(payload, now)).data ?? null,
    ids: 'entries',
  },
  /** An accepted read of a tag that no asset has; its read comes as `read` too. */
  'rfid:tag': { kind: 'unknown-tag', read: scanOf, ids: 'unknown tags' },
  'rfid:status': {
    kind: 'rfid',
    read: (payload) => RfidStatus.safeParse(tolerantRfidStatus(payload)).data ?? null,
    afterGap: [RFID_KEY],
  },
  /** Read by who uses them (later-events.ts), which is loaded after the screens; as the next ones. */
  'agent:ack': { kind: 'ack', read: asItCame, afterGap: [COMMANDS_KEY] },
  'agent:telemetry': { kind: 'telemetry', read: asItCame, afterGap: [TELEMETRY_KEY] },
  'asset:tag': { kind: 'tag', read: asItCame },
  'access:decision': { kind: 'decision', read: asItCame },
  'hub:alerts': { kind: 'hub', read: tolerantHubAlerts },
  'agent:status': { kind: 'agent', read: tolerantAgentStatus, afterGap: [AGENTS_KEY] },
})

type Uses = typeof EVENT_USES

/** One event from the hub, with everything that an event may leave out filled in. */
export type LiveEvent = {
  [E in keyof Uses]: { kind: Uses[E]['kind']; event: NonNullable<ReturnType<Uses[E]['read']>> }
}[keyof Uses]

/** Heads of the keys of all queries that are asked again after the link to the hub was away. */
export const ASKED_AFTER_GAP: ReadonlySet<unknown> = new Set(
  Object.values<EventUse>(EVENT_USES).flatMap(({ afterGap = [] }) => afterGap),
)
