import { act, cleanup, render } from '@testing-library/react'
import { createApiClient } from '../api/client.ts'
import { createQueryClient } from '../api/query-client.ts'
import { createServerClock } from '../api/server-clock.ts'
import { createSession } from '../api/session.ts'
import { App } from '../App.tsx'
import { createFakeClock } from './fake-clock.ts'
import { createFakeHub } from './fake-hub.ts'
import { createFakePage } from './fake-page.ts'
import { createFakeSocket } from './fake-socket.ts'
import { createFakeStorage } from './fake-storage.ts'

/** How the app starts in a test. */
export interface AppStart {
  path: string
  /** The stored user's role; without one nobody is logged in. */
  role?: string
  prepare?: (hub: ReturnType<typeof createFakeHub>) => void
}

/** The whole app against a hub, a socket, a clock and a page that the test plays. */
export async function renderApp({ path, role, prepare }: AppStart) {
  cleanup()
  standInForLayout()
  window.history.replaceState(null, '', path)
  const clock = createFakeClock()
  const page = createFakePage()
  const socket = createFakeSocket()
  const storage = createFakeStorage()
  const hub = createFakeHub()
  prepare?.(hub)
  if (role) {
    storage.setItem('token', 'tok')
    storage.setItem('user', JSON.stringify({ role }))
  }
  const session = createSession(storage, () => {})
  const queries = Promise.resolve(createQueryClient())
  const frames: (() => void)[] = []
  const api = createApiClient({
    fetch: hub.fetch,
    clock,
    token: () => session.state.get().token,
    onUnauthorized: session.expire,
  })
  // Awaited: a screen that suspends on a promise goes on only inside an asynchronous act.
  await act(async () => {
    render(
      <App
        parts={{
          api,
          session,
          loadQueries: () => queries,
          clock,
          serverClock: createServerClock(clock.now),
          storage,
          page,
          nextFrame: (run) => {
            frames.push(run)
            return () => {}
          },
          openSocket: async () => socket,
        }}
      />,
    )
  })
  const frame = () => frames.splice(0).forEach((run) => run())
  return { api, clock, page, socket, storage, hub, session, frame }
}

/** What jsdom lacks because it lays nothing out. */
function standInForLayout() {
  window.matchMedia = (media) => ({
    matches: false,
    media,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  })
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  // The table shows the rows that fit its box.
  Object.defineProperties(HTMLElement.prototype, {
    clientHeight: { configurable: true, value: 600 },
    clientWidth: { configurable: true, value: 1000 },
  })
}
