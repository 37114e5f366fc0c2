import { createContext, use } from 'react'
import type { Logout } from './api/auth/logout.ts'
import type { Session } from './api/auth/session.ts'
import type { ApiClient } from './api/http/client.ts'
import type { ServerClock } from './api/http/server-clock.ts'
import type { Clock } from './browser/clock.ts'
import type { Store } from './browser/external-store.ts'
import type { FrameScheduler } from './browser/frame-batch.ts'
import type { PageEvents } from './browser/page-events.ts'
import type { LiveSocket } from './live/connection.ts'

/** The objects that main.tsx makes once and all screens use; changing data is in stores. */
export interface AppParts {
  api: ApiClient
  session: Session
  logout: Logout
  clock: Clock
  serverClock: ServerClock
  storage: Storage
  page: PageEvents
  nextFrame: FrameScheduler
  /** The token of the link that recovers a password, or of an invite's. */
  givenToken: Store<string>
  openSocket: () => Promise<LiveSocket>
}

export const AppContext = createContext<AppParts | null>(null)

/** Throws where no `AppContext` stands above. */
export function useApp(): AppParts {
  const parts = use(AppContext)
  if (!parts) throw new Error('AppContext is missing above this component')
  return parts
}
