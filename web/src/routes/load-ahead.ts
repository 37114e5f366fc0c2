import type { AppParts } from '../app-parts.ts'
import { HOME_PATH, LOGIN_PATH } from '../screens/table.ts'
import { RequiredFactor, SCREEN_PARTS, Shell } from './screen-parts.ts'

/** Loads the screen that a page shows first, and starts the calls that it will certainly make. */
export async function loadAhead(app: AppParts, address: Location): Promise<unknown> {
  const { pathname, search } = address
  // The root leads home, and drops its query.
  const [path, asked] = pathname === '/' ? [HOME_PATH, ''] : [pathname, search]
  const { token, secondFactor } = app.session.state.get()
  const hasSession = token !== null
  if (hasSession && secondFactor === 'required') return RequiredFactor.load()
  const wanted = partAt(path)
  const shown = hasSession || wanted?.access === 'everybody' ? wanted : partAt(LOGIN_PATH)
  // A path without a screen, and the login page for somebody with a session, lead into the shell.
  if (!shown || (hasSession && shown.access === 'logged-out')) return Shell.load()
  const ahead = shown.loadPrefetch?.().then(({ prefetch }) => {
    ignore(prefetch(app, asked))
  })
  if (ahead) ignore(ahead)
  return Promise.all([shown.isInShell && Shell.load(), shown.Screen.load()])
}

function partAt(wanted: string) {
  return SCREEN_PARTS.find(({ path }) => path === wanted)
}

/**
 * A call that fails ahead is made again by the screen, which shows the failure. Calls must not be
 * part of an import's promise: Vite would take their failure for a missing chunk, and the page would
 * reload.
 */
function ignore(ahead: Promise<unknown>): void {
  ahead.catch(() => {})
}
