import { createStore, type ReadableStore } from '../../browser/external-store.ts'
import type { AgentDirectory } from '../../live/agent-directory.ts'
import type { LiveFeed } from '../../live/feed.ts'
import type { LiveEvent } from '../../live/live-events.ts'
import { isLate } from '../../live/read-list.ts'
import { placeOf } from '../coordinates.ts'
import type { Scan } from './scan.ts'

/** The agent of the last read. */
export interface LastScan {
  readonly code: string
  readonly name: string
}

/** The scans at the agents of the map, as they happen. */
export interface ScanWatch {
  /** Null until the first read on this page. */
  readonly last: ReadableStore<LastScan | null>
  /** Calls the listener with a frame's scans, oldest first; never with none. */
  subscribe(listener: (scans: readonly Scan[]) => void): () => void
  /** Listens to the hub's events until the function that it returns is called. */
  start(): () => void
}

/** Leaves out late reads, and events of agents that are not known or have no place. */
export function createScanWatch(
  feed: Pick<LiveFeed, 'subscribe'>,
  agents: Pick<AgentDirectory, 'get'>,
): ScanWatch {
  const last = createStore<LastScan | null>(null)
  const listeners = new Set<(scans: readonly Scan[]) => void>()

  const scanOf = (live: LiveEvent): Scan | null => {
    if (live.kind !== 'read' && live.kind !== 'suppressed') return null
    const { id, uid, ts, vehicle, agent, retired_from } = live.event
    const known = agents.get(agent.code)
    const place = known && placeOf(known)
    if (!place || isLate(live.event)) return null
    return {
      kind: live.kind,
      id,
      code: known.code,
      name: known.name || known.code,
      place,
      uid,
      plate: vehicle?.plate ?? null,
      model: vehicle?.model ?? null,
      retired_from,
      at: Date.parse(ts),
    }
  }

  return {
    last,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () =>
      feed.subscribe((events) => {
        const scans = events.map(scanOf).filter((scan) => scan !== null)
        if (scans.length === 0) return
        const read = scans.findLast(({ kind }) => kind === 'read')
        const before = last.get()
        if (read && (read.code !== before?.code || read.name !== before.name)) {
          last.set({ code: read.code, name: read.name })
        }
        for (const listener of listeners) listener(scans)
      }),
  }
}
