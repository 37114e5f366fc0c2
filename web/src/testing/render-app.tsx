import { MantineProvider } from '@mantine/core'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { act, cleanup, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'
import { createLogout } from '../api/auth/logout.ts'
import { createSession } from '../api/auth/session.ts'
import { createApiClient } from '../api/http/client.ts'
import { createServerClock } from '../api/http/server-clock.ts'
import { App } from '../App.tsx'
import { AppContext, type AppParts } from '../app-parts.ts'
import { takeGivenToken } from '../browser/given-token.ts'
import { TOKEN_PATHS } from '../screens/table.ts'
import { forgetReadsOfOthers } from '../live/forget-reads.ts'
import { createFakeClock } from './fake-clock.ts'
import { createFakeHub } from './fake-hub.ts'
import { createFakePage } from './fake-page.ts'
import { createFakeSocket } from './fake-socket.ts'
import { createFakeStorage } from './fake-storage.ts'
import { standInForLayout } from './layout.ts'

// Long, since the first screen of a test file is compiled while the test waits.
configure({ asyncUtilTimeout: 15_000 })
/** The start of the app in a test. */
export interface AppStart {
  path: string
  /** The stored user's role; without one nobody is logged in. */
  role?: string
  /** The whole stored user. */
  user?: object
  /** Further entries of the browser's storage. */
  stored?: Record<string, string>
  /** How many characters one entry of the browser's storage may have. */
  quota?: number
  prepare?: (hub: ReturnType<typeof createFakeHub>) => void
  /** Shown instead of the app's routes. */
  instead?: ReactNode
}

/** The whole app with a hub, a socket, a clock and a page that the test controls. */
export async function renderApp(start: AppStart) {
  const { path, role, user, stored = {}, quota, prepare, instead } = start
  cleanup()
  // Timers of the page and deferred work of React must not outlive the test: there is no window then.
  // Asked for by each test, since the files of a worker load this module once.
  onTestFinished(async () => {
    cleanup()
    // A screen that is still being loaded then is a failure of that module for the files to come.
    await vi.dynamicImportSettled()
    await nextTurn()
  })
  standInForLayout()
  window.history.replaceState(null, '', path)
  const clock = createFakeClock()
  const page = createFakePage()
  const socket = createFakeSocket()
  const storage = createFakeStorage(quota)
  const hub = createFakeHub()
  prepare?.(hub)
  for (const [key, value] of Object.entries(stored)) storage.setItem(key, value)
  if (role || user) {
    storage.setItem('token', 'tok')
    storage.setItem('user', JSON.stringify(user ?? { role }))
  }
  const session = createSession(storage, () => {})
  forgetReadsOfOthers(session, storage)
  const frames: (() => void)[] = []
  const api = createApiClient({
    fetch: hub.fetch,
    clock,
    token: () => session.state.get().token,
    onUnauthorized: session.expire,
    onFactorDemanded: session.demandFactor,
  })
  const parts: AppParts = {
    api,
    session,
    logout: createLogout({ api, session, storage, clock, page }),
    clock,
    serverClock: createServerClock(clock.now),
    storage,
    page,
    givenToken: takeGivenToken(window, TOKEN_PATHS),
    nextFrame: (run) => {
      frames.push(run)
      return () => {}
    },
    openSocket: async () => socket,
  }
  // Awaited: a screen that suspends on a promise goes on only inside an asynchronous act.
  await act(async () => {
    render(
      instead === undefined ? (
        <App parts={parts} />
      ) : (
        <MantineProvider>
          <AppContext value={parts}>
            <BrowserRouter>{instead}</BrowserRouter>
          </AppContext>
        </MantineProvider>
      ),
    )
  })
  const frame = () => frames.splice(0).forEach((run) => run())
  return { api, clock, page, socket, storage, hub, session, parts, frame }
}
