import { createRoot } from 'react-dom/client'
import { createApiClient } from './api/client.ts'
import { isHubThere } from './api/hub-probe.ts'
import { createServerClock } from './api/server-clock.ts'
import { createSession } from './api/session.ts'
import { App } from './App.tsx'
import type { AppParts } from './app-parts.ts'
import { browserStorage } from './browser-storage.ts'
import { showDensity, storedDensity } from './components/density.ts'
import { browserClock } from './live/clock.ts'
import { browserFrames } from './live/frame-batch.ts'
import { browserPage } from './live/page-events.ts'
import {
  DashboardScreen,
  LiveRfidScreen,
  LoginScreen,
  ReportScreen,
  ResetPasswordScreen,
  Shell,
} from './screen-chunks.ts'
import { keepForOffline } from './offline-app.ts'
import { reloadAfterDeploy } from './stale-deploy.ts'

/** Twice what the slowest links take that we measure. */
const HUNG_MS = 8000

const clock = browserClock
const storage = browserStorage(window)
const serverClock = createServerClock(clock.now)
const session = createSession(storage, (listener) =>
  addEventListener('storage', (event) => listener(event.key)),
)
const app: AppParts = {
  api: createApiClient({
    fetch: (path, init) => fetch(path, init),
    clock,
    token: () => session.state.get().token,
    onUnauthorized: session.expire,
    onServerDate: serverClock.observe,
  }),
  session,
  clock,
  serverClock,
  storage,
  page: browserPage(window),
  nextFrame: browserFrames(window),
  openSocket: async () => {
    const { openSocketIo } = await import('./live/socket-io.ts')
    return openSocketIo(() => session.state.get().token)
  },
}

showDensity(storedDensity(storage))
// A reload keeps the router's mark of a change of route, on which a screen's title takes the focus.
history.replaceState(null, '')
keepForOffline(window, clock)
reloadAfterDeploy(window, clock, () => isHubThere(app.api))
const root = document.querySelector('#root')
const draw = () => root && createRoot(root).render(<App parts={app} />)
const hung = new Promise<void>((resolve) => clock.after(HUNG_MS, resolve))
// A part that did not come is asked for again by its place in the page, which shows the failure; one
// that hangs does not keep the others away.
Promise.race([loadAhead(), hung]).then(draw, draw)

/** Loads what this page shows first, and starts the calls that it will surely make. */
async function loadAhead(): Promise<unknown> {
  const { pathname, search } = location
  if (pathname === '/reset-password') return ResetPasswordScreen.load()
  if (session.state.get().token === null) return LoginScreen.load()
  if (pathname === '/report') return ReportScreen.load()
  // The root leads there, without what it was asked with.
  if (pathname === '/dashboard' || pathname === '/') {
    ignore(
      import('./api/prefetch-dashboard.ts').then((ahead) => {
        ignore(ahead.prefetchDashboard(app, pathname === '/' ? '' : search))
      }),
    )
    return Promise.all([Shell.load(), DashboardScreen.load()])
  }
  if (pathname !== '/live-rfid') return Shell.load()
  ignore(
    import('./api/prefetch-live.ts').then((ahead) => {
      ignore(ahead.prefetchLive(app))
    }),
  )
  return Promise.all([Shell.load(), LiveRfidScreen.load()])
}

/**
 * What fails ahead is done again by the screen, which shows the failure. Calls must not be part of
 * an import's promise: Vite would take their failure for a missing chunk, and the page would reload.
 */
function ignore(ahead: Promise<unknown>): void {
  ahead.catch(() => {})
}
