import type { AgentList, MapAgents, ScanEvent } from '@vehicle-control/protocol'
import { ONLINE_WITHIN_MS } from '@vehicle-control/protocol/limits'
import type { AskedList } from '../api/agents/agent-lists.ts'
import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import {
  haveSameMembers,
  instant,
  type KnownAgent,
  later,
  type ListedAgent,
  UNKNOWN_AGENT,
  withRow,
} from './known-agent.ts'
import type { AgentUpdate } from './tolerant-events.ts'

/** How many agents there are. */
export interface AgentSummary {
  readonly total: number
  readonly online: number
  /** Agents with coordinates. */
  readonly located: number
}

/** Every agent by its code. Values keep their identity until they change. */
export interface AgentDirectory {
  get(code: string): KnownAgent | undefined
  /** The same array until something changes. */
  readonly list: () => readonly KnownAgent[]
  readonly summary: ReadableStore<AgentSummary>
  /** Notifies of the codes that came, changed or went, at most once a frame. */
  readonly subscribe: (listener: (changed: ReadonlySet<string>) => void) => () => void
  takeMap(asked: AskedList<MapAgents>): void
  takeStatus(asked: AskedList<AgentList>): void
  /** Takes events about agents; an agent that is not known yet is added. */
  applyUpdates(updates: readonly AgentUpdate[]): void
  /** Takes reads as signs that their agents are online. */
  takeReads(reads: readonly ScanEvent[]): void
  /** Says whether the hub is connected: without it, connected agents age from that moment on. */
  setLinked(isLinked: boolean): void
  start(): void
  stop(): void
}

export interface AgentDirectoryOptions {
  clock: Clock
  serverNow: () => number
}

interface Entry {
  agent: KnownAgent
  /** An event said that it is offline. */
  reportedOffline: boolean
  /** The moment of the last event about it, by this browser's clock. */
  updatedAt: number
}

const TICK_MS = 1000
/** Reads move `lastSeen` of an online agent at most this often: not each frame in a burst. */
const SEEN_STEP_MS = 5000

/** Before `start` no agent goes offline by the passing of time. */
export function createAgentDirectory({ clock, serverNow }: AgentDirectoryOptions): AgentDirectory {
  const entries = new Map<string, Entry>()
  const listeners = new Set<(changed: ReadonlySet<string>) => void>()
  const summary = createStore<AgentSummary>({ total: 0, online: 0, located: 0 })
  let listed: readonly KnownAgent[] | null = null
  // Counted as they change: of ten thousand agents a frame's events name a few.
  const counts = { total: 0, online: 0, located: 0 }
  /** The hub's time when the connection was lost; null while connected. */
  let unlinkedAt: number | null = null
  let cancelTick: (() => void) | null = null

  const isOnline = ({ connected, lastSeen }: KnownAgent, reportedOffline: boolean) => {
    if (reportedOffline) return false
    const now = serverNow()
    const seen = connected ? Math.max(lastSeen ?? 0, unlinkedAt ?? now) : lastSeen
    return seen !== null && now - seen < ONLINE_WITHIN_MS
  }
  const count = ({ online, lat, lng }: KnownAgent, by: 1 | -1) => {
    counts.total += by
    if (online) counts.online += by
    if (lat !== null && lng !== null) counts.located += by
  }
  const put = ({ agent: next, reportedOffline, updatedAt }: Entry, changed: Set<string>) => {
    const before = entries.get(next.code)
    const online = isOnline(next, reportedOffline)
    const agent = next.online === online ? next : { ...next, online }
    if (before && haveSameMembers(before.agent, agent)) {
      if (before.reportedOffline !== reportedOffline || before.updatedAt !== updatedAt) {
        entries.set(agent.code, { agent: before.agent, reportedOffline, updatedAt })
      }
      return
    }
    if (before) count(before.agent, -1)
    count(agent, 1)
    entries.set(agent.code, { agent, reportedOffline, updatedAt })
    changed.add(agent.code)
  }
  const notify = (changed: ReadonlySet<string>) => {
    if (changed.size === 0) return
    listed = null
    const { total, online, located } = summary.get()
    const isSameSum =
      counts.total === total && counts.online === online && counts.located === located
    if (!isSameSum) summary.set({ ...counts })
    for (const listener of listeners) listener(changed)
  }
  const takeList = (rows: readonly ListedAgent[], askedAt: number) => {
    const changed = new Set<string>()
    const named = new Set<string>()
    for (const row of rows) {
      named.add(row.code)
      const known = entries.get(row.code)
      const agent = withRow(known?.agent ?? UNKNOWN_AGENT, row)
      // An event since the list was asked for is newer than the list.
      if (known && known.updatedAt >= askedAt) {
        const { name, location, connected } = known.agent
        put({ ...known, agent: { ...agent, name, location, connected } }, changed)
      } else put({ agent, reportedOffline: false, updatedAt: known?.updatedAt ?? 0 }, changed)
    }
    for (const [code, { agent, updatedAt }] of entries) {
      if (named.has(code) || updatedAt >= askedAt) continue
      entries.delete(code)
      count(agent, -1)
      changed.add(code)
    }
    notify(changed)
  }
  const ageAll = () => {
    const changed = new Set<string>()
    for (const entry of entries.values()) {
      if (entry.agent.online !== isOnline(entry.agent, entry.reportedOffline)) put(entry, changed)
    }
    notify(changed)
  }
  const tick = () => {
    cancelTick = clock.after(TICK_MS, () => {
      ageAll()
      tick()
    })
  }

  return {
    summary,
    get: (code) => entries.get(code)?.agent,
    list: () => (listed ??= [...entries.values()].map(({ agent }) => agent)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    takeMap: ({ answer, askedAt }) => takeList(answer.agents, askedAt),
    takeStatus: ({ answer, askedAt }) => takeList(answer.agents, askedAt),
    applyUpdates(updates) {
      const changed = new Set<string>()
      for (const { code, name, location, lastSeen, online, connected } of updates) {
        const known = entries.get(code)?.agent
        const agent = {
          ...(known ?? { ...UNKNOWN_AGENT, code, name: code }),
          ...(name !== null && { name }),
          ...(location !== undefined && { location }),
          lastSeen: later(known?.lastSeen ?? null, lastSeen),
          connected: connected ?? known?.connected ?? false,
        }
        put({ agent, reportedOffline: !online, updatedAt: clock.now() }, changed)
      }
      notify(changed)
    },
    takeReads(reads) {
      const changed = new Set<string>()
      for (const { agent, received_at } of reads) {
        const entry = entries.get(agent.code)
        const seen = instant(received_at)
        if (!entry || seen === null) continue
        const step = entry.agent.online ? SEEN_STEP_MS : 1
        if (seen - (entry.agent.lastSeen ?? 0) < step) continue
        put(
          { ...entry, agent: { ...entry.agent, lastSeen: seen }, reportedOffline: false },
          changed,
        )
      }
      notify(changed)
    },
    setLinked(isLinked) {
      unlinkedAt = isLinked ? null : (unlinkedAt ?? serverNow())
      ageAll()
    },
    start() {
      if (cancelTick === null) tick()
    },
    stop() {
      cancelTick?.()
      cancelTick = null
    },
  }
}
