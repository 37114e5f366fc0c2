import { createRoot } from 'react-dom/client'
import { onLogout } from './browser/on-logout.ts'
import { createLogout } from './api/auth/logout.ts'
import { createSession } from './api/auth/session.ts'
import { createApiClient } from './api/http/client.ts'
import { isHubThere } from './api/http/hub-probe.ts'
import { createServerClock } from './api/http/server-clock.ts'
import { App } from './App.tsx'
import type { AppParts } from './app-parts.ts'
import { browserClock } from './browser/clock.ts'
import { browserFrames } from './browser/frame-batch.ts'
import { takeGivenToken } from './browser/given-token.ts'
import { keepForOffline } from './browser/offline-app.ts'
import { browserPage } from './browser/page-events.ts'
import { reloadAfterDeploy } from './browser/stale-deploy.ts'
import { browserStorage } from './browser/storage.ts'
import { forgetReadsOfOthers } from './live/forget-reads.ts'
import { loadAhead } from './routes/load-ahead.ts'
import { TOKEN_PATHS } from './screens/table.ts'
import { removeOldLater } from './screens/live-rfid/controls/deletions/remove-old.ts'
import { showDensity, storedDensity } from './shell/density.ts'

/** How long the first drawing waits: the slowest link that we measure takes half of this. */
const HUNG_MS = 8000

// First of all: a failure while loading must not leave the token in the address.
const givenToken = takeGivenToken(window, TOKEN_PATHS)
const clock = browserClock
const storage = browserStorage(window)
const serverClock = createServerClock(clock.now)
const session = createSession(storage, (listener) => {
  addEventListener('storage', (event) => listener(event.key))
  // A page from the back/forward cache has missed the events meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && listener(null))
})
let idleSeconds = (): number | undefined => undefined
const api = createApiClient({
  fetch: (path, init) => fetch(path, init),
  clock,
  token: () => session.state.get().token,
  idleSeconds: () => idleSeconds(),
  onUnauthorized: session.expire,
  onFactorDemanded: session.demandFactor,
  onServerDate: serverClock.observe,
})
const page = browserPage(window)
const logout = createLogout({ api, session, storage, clock, page })
const app: AppParts = {
  api,
  session,
  logout,
  clock,
  serverClock,
  storage,
  page,
  nextFrame: browserFrames(window),
  givenToken,
  openSocket: async () => {
    const { openSocketIo } = await import('./live/socket-io.ts')
    return openSocketIo(() => session.state.get().token)
  },
}

forgetReadsOfOthers(session, storage)
logout.resume()
onLogout(session, () => {
  // The browser's timing entries contain the plates and owners that were searched for.
  performance.clearResourceTimings()
  performance.setResourceTimingBufferSize(0)
})
showDensity(storedDensity(storage))
// After a reload the router still has its mark of a navigation, on which a title takes the focus.
history.replaceState(null, '')
keepForOffline(window, clock)
removeOldLater(storage, clock, serverClock.now)
reloadAfterDeploy(window, clock, () => isHubThere(app.api))
const root = document.querySelector('#root')
// Not as a transition, whose slices would delay the first drawing by a tenth of a second.
const draw = () => void (root && createRoot(root).render(<App parts={app} />))
const hung = new Promise<void>((resolve) => clock.after(HUNG_MS, resolve))
// A part that failed to load is loaded again by the page, which shows the failure; one that hangs
// does not hold up the others.
Promise.race([loadAhead(app, location), hung]).then(draw, draw)

import('./api/auth/person-there.ts').then(
  ({ watchPerson }) => {
    idleSeconds = watchPerson({ ...app, page: window }).report
  },
  () => {
    // Every call then counts as activity.
  },
)
