import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import type { Session } from '../api/auth/session.ts'
import type { ApiClient } from '../api/http/client.ts'
import { rfidStatusQuery } from '../api/reads/rfid-status.ts'
import type { Clock } from '../browser/clock.ts'
import type { FrameScheduler } from '../browser/frame-batch.ts'
import type { PageEvents } from '../browser/page-events.ts'
import { createLiveConnection, type LiveConnection, type LiveSocket } from './connection.ts'
import { createLiveFeed, type LiveFeed } from './feed.ts'

/** The running link to the hub: stable objects whose stores hold the changing data. */
export interface LiveLink {
  readonly connection: LiveConnection
  readonly feed: LiveFeed
}

export interface LiveLinkParts {
  api: ApiClient
  session: Session
  clock: Clock
  page: PageEvents
  nextFrame: FrameScheduler
  openSocket: () => Promise<LiveSocket>
}

interface LiveLinkProviderProps {
  app: LiveLinkParts
  children: ReactNode
}

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
      const last = events.findLast((event) => event.kind === 'rfid')
      if (last) queries.setQueryData(queryKey, last.event)
    })
    let wasConnected = false
    const stopFollowing = link.connection.state.subscribe(() => {
      const { connected } = link.connection.state.get()
      if (connected && !wasConnected) {
        void queries.invalidateQueries({ queryKey })
        // Calls that failed while the hub was away can work now.
        void queries.refetchQueries({ predicate: (query) => query.state.status === 'error' })
      }
      wasConnected = connected
    })
    let { token } = app.session.state.get()
    // A new password brings a new token, and the hub closes sockets of the old one.
    const stopRenewing = app.session.state.subscribe(() => {
      const before = token
      token = app.session.state.get().token
      if (token !== null && token !== before) link.connection.reconnect()
    })
    link.connection.start()
    return () => {
      stopRenewing()
      stopPatching()
      stopFollowing()
      link.connection.stop()
    }
  }, [app, link, queries])

  return <LiveContext value={link}>{children}</LiveContext>
}

function createLiveLink(app: LiveLinkParts): LiveLink {
  const feed = createLiveFeed(app.nextFrame)
  const connection = createLiveConnection({
    openSocket: app.openSocket,
    attach: feed.attach,
    clock: app.clock,
    page: app.page,
    onUnauthorized: () => app.session.expire(app.session.state.get().token),
  })
  return { feed, connection }
}
