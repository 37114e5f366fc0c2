import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import type { Session } from '../api/auth/session.ts'
import { AGENTS_KEY } from '../api/live-keys.ts'
import type { ApiClient } from '../api/http/client.ts'
import { rfidStatusQuery } from '../api/reads/rfid-status.ts'
import { fetchToday } from '../api/reads/today.ts'
import { HUB_VERSION_KEY } from '../api/settings/hub-version.ts'
import type { Clock } from '../browser/clock.ts'
import { createStore, type Store } from '../browser/external-store.ts'
import type { FrameScheduler } from '../browser/frame-batch.ts'
import type { PageEvents } from '../browser/page-events.ts'
import type { ServerClock } from '../api/http/server-clock.ts'
import { createAgentDirectory, type AgentDirectory } from './agent-directory.ts'
import { type DecisionOf, NO_DECISIONS } from './decisions.ts'
import { createLiveConnection, type LiveConnection, type LiveSocket } from './connection.ts'
import { createLiveFeed, type LiveFeed } from './feed.ts'
import { ASKED_AFTER_GAP, type LiveEvent } from './live-events.ts'
import type { HubNews } from './tolerant-events.ts'
import type { TagsNow } from './tags-now.ts'
import { createTodayCounts, type TodayCounts } from './today-counts.ts'

/** The running link to the hub: stable objects whose stores hold the changing data. */
export interface LiveLink {
  readonly connection: LiveConnection
  readonly feed: LiveFeed
  readonly agents: AgentDirectory
  readonly today: TodayCounts
  /** What is wrong with the hub itself, by its last word. */
  readonly hub: Store<HubNews>
  readonly tagsNow: Store<TagsNow>
  /** Another function whenever more is known. */
  readonly decisions: Store<DecisionOf>
}

export interface LiveLinkParts {
  api: ApiClient
  session: Session
  clock: Clock
  serverClock: ServerClock
  page: PageEvents
  nextFrame: FrameScheduler
  openSocket: () => Promise<LiveSocket>
}

interface LiveLinkProviderProps {
  app: LiveLinkParts
  children: ReactNode
}

const NOTHING_WRONG: HubNews = { open: 0, alerts: [] }

const LiveContext = createContext<LiveLink | null>(null)

/** Throws where no `LiveLinkProvider` stands above. */
export function useLiveLink(): LiveLink {
  const link = use(LiveContext)
  if (!link) throw new Error('LiveLinkProvider is missing above this component')
  return link
}

/** Connects to the hub for as long as it is mounted. */
export function LiveLinkProvider({ app, children }: LiveLinkProviderProps) {
  const queries = useQueryClient()
  const [link] = useState(() => createLiveLink(app))

  useEffect(() => {
    const { queryKey } = rfidStatusQuery(app.api)
    const stopPatching = link.feed.subscribe((events) => {
      dispatch(events, link)
      const last = events.findLast((event) => event.kind === 'rfid')
      if (last) queries.setQueryData(queryKey, last.event)
    })
    let wasConnected = false
    // The page asks for the agents' states as it opens and every 5 s: not at the first connect too.
    let polledList: unknown = 'status'
    const stopFollowing = link.connection.state.subscribe(() => {
      const { connected } = link.connection.state.get()
      if (connected !== wasConnected) link.agents.setLinked(connected)
      if (connected && !wasConnected) {
        void queries.invalidateQueries({
          predicate: ({ state, queryKey: [head, list] }) =>
            // Calls that failed while the hub was away can work now.
            state.status === 'error' ||
            head === HUB_VERSION_KEY ||
            (ASKED_AFTER_GAP.has(head) && !(head === AGENTS_KEY && list === polledList)),
        })
        polledList = null
        link.today.refresh()
      }
      // The next hub may be an older one, which says nothing of itself.
      if (!connected && wasConnected) link.hub.set(NOTHING_WRONG)
      wasConnected = connected
    })
    let { token } = app.session.state.get()
    // A new password brings a new token, and the hub closes sockets of the old one.
    const stopRenewing = app.session.state.subscribe(() => {
      const before = token
      token = app.session.state.get().token
      if (token !== null && token !== before) link.connection.reconnect()
    })
    link.agents.start()
    link.connection.start()
    return () => {
      link.agents.stop()
      stopRenewing()
      stopPatching()
      stopFollowing()
      link.connection.stop()
    }
  }, [app, link, queries])

  return <LiveContext value={link}>{children}</LiveContext>
}

function createLiveLink(app: LiveLinkParts): LiveLink {
  const { api, clock } = app
  const serverNow = app.serverClock.now
  const feed = createLiveFeed(app.nextFrame, serverNow)
  const connection = createLiveConnection({
    openSocket: app.openSocket,
    attach: feed.attach,
    clock,
    page: app.page,
    onUnauthorized: () => app.session.expire(app.session.state.get().token),
    onFactorDemanded: () => app.session.demandFactor(app.session.state.get().token),
  })
  return {
    feed,
    hub: createStore(NOTHING_WRONG),
    connection,
    tagsNow: createStore<TagsNow>(new Map()),
    decisions: createStore(NO_DECISIONS),
    agents: createAgentDirectory({ clock, serverNow }),
    today: createTodayCounts({ fetchToday: (signal) => fetchToday(api, signal), clock, serverNow }),
  }
}

/** Passes a frame's events on to the agent directory, to today's counts and to the hub's state. */
function dispatch(events: readonly LiveEvent[], { agents, today, hub }: LiveLink): void {
  const reads = events.flatMap((event) => (event.kind === 'read' ? [event.event] : []))
  const repeats = events.flatMap((event) => (event.kind === 'suppressed' ? [event.event] : []))
  const updates = events.flatMap((event) => (event.kind === 'agent' ? [event.event] : []))
  if (updates.length > 0) agents.applyUpdates(updates)
  if (reads.length > 0) {
    agents.takeReads(reads)
    today.takeReads(reads)
  }
  if (repeats.length > 0) today.takeSuppressed(repeats)
  for (const one of events) if (one.kind === 'hub') hub.set(one.event)
}
