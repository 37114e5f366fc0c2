import type { AppParts } from '../app-parts.ts'
import { HOME_PATH, LOGIN_PATH, SCREENS } from '../screens/table.ts'
import { loadPrefetch, partOf, Shell } from './screen-parts.ts'

/** Loads the screen that a page shows first, and starts the calls that it will surely make. */
export async function loadAhead(app: AppParts, address: Location): Promise<unknown> {
  const { pathname, search } = address
  // The root leads home, and drops its query.
  const [path, asked] = pathname === '/' ? [HOME_PATH, ''] : [pathname, search]
  const hasSession = app.session.state.get().token !== null
  const wanted = lineAt(path)
  const shown = hasSession || wanted?.access === 'everybody' ? wanted : lineAt(LOGIN_PATH)
  // A path without a screen, and the login page for somebody with a session, lead into the shell.
  if (!shown || (hasSession && shown.access === 'logged-out')) return Shell.load()
  ignore(
    loadPrefetch(shown).then((prefetch) => {
      if (prefetch) ignore(prefetch(app, asked))
    }),
  )
  return Promise.all([shown.isInShell && Shell.load(), partOf(shown).load()])
}

function lineAt(wanted: string) {
  return SCREENS.find(({ path }) => path === wanted)
}

/**
 * A call that fails ahead is made again by the screen, which shows the failure. Calls must not be
 * part of an import's promise: Vite would take their failure for a missing chunk, and the page would
 * reload.
 */
function ignore(ahead: Promise<unknown>): void {
  ahead.catch(() => {})
}
