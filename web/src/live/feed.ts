import { createStore, type ReadableStore } from '../browser/external-store.ts'
import { createFrameBatch, type FrameScheduler } from '../browser/frame-batch.ts'
import { EVENT_USES, type EventUse, type LiveEvent } from './live-events.ts'
import { createRecentIds } from './recent-ids.ts'

/** The part of a socket that the feed listens to. */
export interface EventSource {
  on(event: string, handler: (payload: unknown) => void): void
}

/** Checks the hub's events and gives listeners each event once, in one batch a frame. */
export interface LiveFeed {
  readonly attach: (source: EventSource) => void
  subscribe(listener: (events: readonly LiveEvent[]) => void): () => void
  /** Events refused because they do not have the agreed shape. */
  readonly dropped: ReadableStore<number>
}

/** Far more than can come twice: an event and its stored row, or one of each of two replicas. */
const REMEMBERED_IDS = 20_000

/** Makes a feed that any number of sockets, one after another, can be attached to. */
export function createLiveFeed(nextFrame: FrameScheduler, serverNow: () => number): LiveFeed {
  const listeners = new Set<(events: readonly LiveEvent[]) => void>()
  const dropped = createStore(0)
  const seenIds = {
    entries: createRecentIds(REMEMBERED_IDS),
    'unknown tags': createRecentIds(REMEMBERED_IDS),
  }
  const batch = createFrameBatch<LiveEvent>(nextFrame, (events) => {
    for (const listener of listeners) listener(events)
  })
  const drop = () => dropped.set(dropped.get() + 1)

  return {
    dropped,
    attach(source) {
      for (const [name, { kind, read, ids, inArrays }] of Object.entries<EventUse>(EVENT_USES)) {
        const take = (payload: unknown) => {
          const event = read(payload, serverNow())
          if (event === null) return drop()
          if (ids !== undefined && !seenIds[ids].add((event as { id: string }).id)) return
          // Both are of the same entry of EVENT_USES, which the compiler cannot see.
          batch.push({ kind, event } as LiveEvent)
        }
        source.on(name, (payload) => {
          if (!inArrays) take(payload)
          else if (Array.isArray(payload)) payload.forEach(take)
          else drop()
        })
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
