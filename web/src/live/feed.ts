import { AgentStatusEvent, RfidStatus, ScanEvent, SuppressedEvent } from '../api/reads/shapes.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import { createFrameBatch, type FrameScheduler } from '../browser/frame-batch.ts'

/** The part of a socket that the feed listens to. */
export interface EventSource {
  on(event: string, handler: (payload: unknown) => void): void
}

/** One valid event from the hub. */
export type LiveEvent =
  | { kind: 'read'; event: ScanEvent }
  | { kind: 'suppressed'; event: SuppressedEvent }
  | { kind: 'agent'; event: AgentStatusEvent }
  | { kind: 'rfid'; event: RfidStatus }

/** Checks the hub's events, and hands them over together once a frame. */
export interface LiveFeed {
  readonly attach: (source: EventSource) => void
  subscribe(listener: (events: readonly LiveEvent[]) => void): () => void
  /** Events refused because they do not have the agreed shape. */
  readonly dropped: ReadableStore<number>
}

/** Makes a feed that any number of sockets, one after another, can be attached to. */
export function createLiveFeed(nextFrame: FrameScheduler): LiveFeed {
  const listeners = new Set<(events: readonly LiveEvent[]) => void>()
  const dropped = createStore(0)
  const batch = createFrameBatch<LiveEvent>(nextFrame, (events) => {
    for (const listener of listeners) listener(events)
  })
  const drop = () => dropped.set(dropped.get() + 1)

  const read = (payload: unknown) => {
    const parsed = ScanEvent.safeParse(payload)
    if (parsed.success) batch.push({ kind: 'read', event: parsed.data })
    else drop()
  }

  return {
    dropped,
    attach(source) {
      source.on('rfid:scan', read)
      source.on('rfid:tags', (payload) => {
        if (Array.isArray(payload)) payload.forEach(read)
        else drop()
      })
      source.on('rfid:suppressed', (payload) => {
        const parsed = SuppressedEvent.safeParse(payload)
        if (parsed.success) batch.push({ kind: 'suppressed', event: parsed.data })
        else drop()
      })
      source.on('agent:status', (payload) => {
        const parsed = AgentStatusEvent.safeParse(payload)
        if (parsed.success) batch.push({ kind: 'agent', event: parsed.data })
        else drop()
      })
      source.on('rfid:status', (payload) => {
        const parsed = RfidStatus.safeParse(payload)
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
