import { createContext, use } from 'react'
import type { ApiClient } from './api/client.ts'
import type { ServerClock } from './api/server-clock.ts'
import type { Session } from './api/session.ts'
import type { Clock } from './live/clock.ts'
import type { LiveSocket } from './live/connection.ts'
import type { FrameScheduler } from './live/frame-batch.ts'
import type { PageEvents } from './live/page-events.ts'

/** What the composition root hands to the screens: stable objects, no changing data. */
export interface AppParts {
  api: ApiClient
  session: Session
  clock: Clock
  serverClock: ServerClock
  storage: Storage
  page: PageEvents
  nextFrame: FrameScheduler
  openSocket: () => Promise<LiveSocket>
}

/** Where the screens find the parts. */
export const AppContext = createContext<AppParts | null>(null)

/** The app's parts. */
export function useApp(): AppParts {
  const parts = use(AppContext)
  if (!parts) throw new Error('AppContext is missing above this component')
  return parts
}
