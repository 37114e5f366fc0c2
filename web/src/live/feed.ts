import type { ScanEvent as Scan, SuppressedEvent as Suppressed } from '@vehicle-control/protocol'
import { RfidStatus, ScanEvent, SuppressedEvent } from '../api/reads/shapes.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import { createFrameBatch, type FrameScheduler } from '../browser/frame-batch.ts'
import { createRecentIds } from './recent-ids.ts'
import {
  ackNews,
  type AckNews,
  agentNews,
  type AgentNews,
  hasPlainTimes,
  type TelemetryNews,
  telemetryNews,
  tolerantRfidStatus,
  tolerantScan,
  tolerantSuppression,
} from './tolerant-events.ts'

/** The part of a socket that the feed listens to. */
export interface EventSource {
  on(event: string, handler: (payload: unknown) => void): void
}

/** One event from the hub, with everything that an event may leave out filled in. */
export type LiveEvent =
  | { kind: 'read'; event: Scan }
  | { kind: 'suppressed'; event: Suppressed }
  | { kind: 'agent'; event: AgentNews }
  | { kind: 'rfid'; event: RfidStatus }
  /** An accepted read of a tag that no asset has; its read comes as `read` too. */
  | { kind: 'unknown-tag'; event: Scan }
  | { kind: 'ack'; event: AckNews }
  | { kind: 'telemetry'; event: TelemetryNews }

/** Checks the hub's events, and hands over each once, together once a frame. */
export interface LiveFeed {
  readonly attach: (source: EventSource) => void
  subscribe(listener: (events: readonly LiveEvent[]) => void): () => void
  /** Events refused because they do not have the agreed shape. */
  readonly dropped: ReadableStore<number>
}

/** Far more than can come twice: an event and its stored row, or both of two hubs. */
const REMEMBERED_IDS = 20_000

/** Makes a feed that any number of sockets, one after another, can be attached to. */
export function createLiveFeed(nextFrame: FrameScheduler, serverNow: () => number): LiveFeed {
  const listeners = new Set<(events: readonly LiveEvent[]) => void>()
  const dropped = createStore(0)
  const known = createRecentIds(REMEMBERED_IDS)
  const knownUnknown = createRecentIds(REMEMBERED_IDS)
  const batch = createFrameBatch<LiveEvent>(nextFrame, (events) => {
    for (const listener of listeners) listener(events)
  })
  const drop = () => dropped.set(dropped.get() + 1)

  const scanOf = (payload: unknown) => {
    // The hub's own events are whole: only others pay for the filling in.
    const whole = ScanEvent.safeParse(payload)
    const isWhole = whole.success && hasPlainTimes(whole.data)
    return isWhole ? whole : ScanEvent.safeParse(tolerantScan(payload, serverNow()))
  }
  const read = (payload: unknown) => {
    const parsed = scanOf(payload)
    if (!parsed.success) drop()
    else if (known.add(parsed.data.id)) batch.push({ kind: 'read', event: parsed.data })
  }
  const unknownTag = (payload: unknown) => {
    const parsed = scanOf(payload)
    if (!parsed.success) drop()
    else if (knownUnknown.add(parsed.data.id))
      batch.push({ kind: 'unknown-tag', event: parsed.data })
  }
  const suppressed = (payload: unknown) => {
    const parsed = SuppressedEvent.safeParse(tolerantSuppression(payload, serverNow()))
    if (!parsed.success) drop()
    else if (known.add(parsed.data.id)) batch.push({ kind: 'suppressed', event: parsed.data })
  }

  return {
    dropped,
    attach(source) {
      source.on('rfid:scan', read)
      source.on('rfid:tags', (payload) => {
        if (Array.isArray(payload)) payload.forEach(read)
        else drop()
      })
      source.on('rfid:suppressed', suppressed)
      source.on('rfid:tag', unknownTag)
      source.on('agent:ack', (payload) => {
        const event = ackNews(payload)
        if (event) batch.push({ kind: 'ack', event })
        else drop()
      })
      source.on('agent:telemetry', (payload) => {
        const event = telemetryNews(payload, serverNow())
        if (event) batch.push({ kind: 'telemetry', event })
        else drop()
      })
      source.on('agent:status', (payload) => {
        const event = agentNews(payload, serverNow())
        if (event) batch.push({ kind: 'agent', event })
        else drop()
      })
      source.on('rfid:status', (payload) => {
        const parsed = RfidStatus.safeParse(tolerantRfidStatus(payload))
        if (parsed.success) batch.push({ kind: 'rfid', event: parsed.data })
        else drop()
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The reads of a frame whose tags no asset has. */
export function unknownTagsOf(events: readonly LiveEvent[]): Scan[] {
  return events.flatMap((one) => (one.kind === 'unknown-tag' ? [one.event] : []))
}
