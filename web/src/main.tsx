import type { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createApiClient } from './api/client.ts'
import { isHubThere } from './api/hub-probe.ts'
import { createServerClock } from './api/server-clock.ts'
import { createSession } from './api/session.ts'
import { App } from './App.tsx'
import type { AppParts } from './app-parts.ts'
import { browserClock } from './live/clock.ts'
import { browserFrames } from './live/frame-batch.ts'
import { browserPage } from './live/page-events.ts'
import { loadDashboard, loadLive, loadLogin, loadReset, loadShell } from './screen-chunks.ts'
import { reloadAfterDeploy } from './stale-deploy.ts'

const clock = browserClock
const serverClock = createServerClock(clock.now)
const session = createSession(localStorage, (listener) =>
  addEventListener('storage', (event) => listener(event.key)),
)
let queries: Promise<QueryClient> | null = null
const app: AppParts = {
  api: createApiClient({
    fetch: (path, init) => fetch(path, init),
    clock,
    token: () => session.state.get().token,
    onUnauthorized: session.expire,
    onServerDate: serverClock.observe,
  }),
  session,
  loadQueries: () => (queries ??= openQueries()),
  clock,
  serverClock,
  storage: localStorage,
  page: browserPage(window),
  nextFrame: browserFrames(window),
  openSocket: async () => {
    const { openSocketIo } = await import('./live/socket-io.ts')
    return openSocketIo(() => session.state.get().token)
  },
}

// A reload keeps the router's mark of a change of route, on which a screen's title takes the focus.
history.replaceState(null, '')
reloadAfterDeploy(window, clock, () => isHubThere(app.api))
loadAhead().catch(() => {
  // The screen itself asks again and shows the failure.
})

const root = document.querySelector('#root')
if (root) createRoot(root).render(<App parts={app} />)

async function openQueries() {
  const { createQueryClient } = await import('./api/query-client.ts')
  const opened = createQueryClient()
  // What one person was allowed to see is none of the next one's business.
  session.state.subscribe(() => {
    if (session.state.get().token === null) opened.clear()
  })
  return opened
}

/** Starts what this page will surely need while React is still coming up. */
async function loadAhead() {
  if (location.pathname === '/reset-password') return loadReset()
  if (session.state.get().token === null) return loadLogin()
  if (location.pathname === '/dashboard') {
    const data = import('./api/prefetch-dashboard.ts').then(({ prefetchDashboard }) =>
      prefetchDashboard(app, location.search),
    )
    return Promise.all([loadShell(), loadDashboard(), data])
  }
  if (location.pathname !== '/live-rfid') return loadShell()
  const data = import('./api/prefetch-live.ts').then(({ prefetchLive }) => prefetchLive(app))
  return Promise.all([loadShell(), loadLive(), data])
}
