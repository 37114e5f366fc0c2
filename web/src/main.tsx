import { createRoot } from 'react-dom/client'
import { whenPersonLeaves } from './browser/person-leaves.ts'
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
import { RESET_PATH } from './screens/table.ts'
import { removeOldLater } from './screens/live-rfid/controls/deletions/remove-old.ts'
import { showDensity, storedDensity } from './shell/density.ts'

/** The slowest link that we measure takes half of this. */
const HUNG_MS = 8000

// Before anything is loaded that could fail and leave it in sight.
const givenToken = takeGivenToken(window, RESET_PATH)
const clock = browserClock
const storage = browserStorage(window)
const serverClock = createServerClock(clock.now)
const session = createSession(storage, (listener) => {
  addEventListener('storage', (event) => listener(event.key))
  // A page from the back/forward cache has heard nothing meanwhile.
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
whenPersonLeaves(session, () => {
  // The browser's list of what this page fetched has the plates and owners that were searched for.
  performance.clearResourceTimings()
  performance.setResourceTimingBufferSize(0)
})
showDensity(storedDensity(storage))
// A reload keeps the router's mark of a change of route, on which a screen's title takes the focus.
history.replaceState(null, '')
keepForOffline(window, clock)
removeOldLater(storage, clock, serverClock.now)
reloadAfterDeploy(window, clock, () => isHubThere(app.api))
const root = document.querySelector('#root')
// Not as a transition: drawn in slices, what is seen first stands a tenth of a second later.
const draw = () => void (root && createRoot(root).render(<App parts={app} />))
const hung = new Promise<void>((resolve) => clock.after(HUNG_MS, resolve))
// A part that failed to load is asked for again where it stands in the page, which shows the failure;
// one that hangs does not keep the others away.
Promise.race([loadAhead(app, location), hung]).then(draw, draw)

import('./api/auth/person-there.ts').then(
  ({ watchPerson }) => {
    idleSeconds = watchPerson({ ...app, page: window }).report
  },
  () => {
    // Every call then counts as a use.
  },
)
