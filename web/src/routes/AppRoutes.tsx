import { Fragment, type ReactNode, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation, useSearchParams } from 'react-router-dom'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { leavePlace, placeAfterLogin } from '../browser/left-place.ts'
import { isWallBrowser } from '../browser/wall-browser.ts'
import { HOME_PATH, LOGIN_PATH, PAIRING_PATH } from '../screens/table.ts'
import { RouteFrame } from '../shell/RouteFrame.tsx'
import { TEXTS } from '../texts/app.ts'
import { loginPath, safeNext, dropSearches } from './next-path.ts'
import { RequiredFactor, SCREEN_PARTS, type ScreenPart, Shell } from './screen-parts.ts'

const IN_SHELL = SCREEN_PARTS.filter(({ isInShell }) => isInShell)
const PAGES = SCREEN_PARTS.filter(({ isInShell }) => !isInShell)

/** Shows the screen of the address, to those who may see it. */
export function AppRoutes() {
  return (
    <Routes>
      {PAGES.map((line) => (
        <Route
          key={line.path}
          path={line.path}
          element={guarded(line, <RouteFrame key={line.path}>{drawn(line)}</RouteFrame>)}
        />
      ))}
      <Route
        element={
          <RequireSession>
            <RouteFrame>
              <Shell />
            </RouteFrame>
          </RequireSession>
        }
      >
        {IN_SHELL.map((line) => (
          <Route key={line.path} path={line.path} element={drawn(line)} />
        ))}
      </Route>
      <Route path="*" element={<Navigate to={HOME_PATH} replace />} />
    </Routes>
  )
}

function drawn({ nav, Screen }: ScreenPart) {
  return <Screen title={nav ? TEXTS.nav[nav] : TEXTS.app} loadShell={Shell.load} />
}

function guarded({ access }: ScreenPart, content: ReactNode) {
  switch (access) {
    case 'everybody':
      return content
    case 'logged-out':
      return <WithoutSession>{content}</WithoutSession>
    case 'logged-in':
      return <RequireSession>{content}</RequireSession>
  }
}

/**
 * Shows its content to people who are logged in and sends everybody else to the login page, or, at a
 * wall, to the page with its code. Where the role demands a second factor, its page is shown instead
 * until the factor is on.
 */
function RequireSession({ children }: { children: ReactNode }) {
  const { session, page, storage } = useApp()
  const { token, id, ended, secondFactor } = useStore(session.state, (state) => state)
  const { pathname, search } = useLocation()
  const address = pathname + search
  useEffect(() => {
    if (ended === 'expired') leavePlace(session, address)
  }, [session, ended, address])

  if (token !== null && secondFactor === 'required') {
    return (
      <RouteFrame>
        <RequiredFactor />
      </RouteFrame>
    )
  }
  // A key: when somebody else logs in in another tab, the screens here start anew.
  if (token !== null) return <Fragment key={id}>{children}</Fragment>
  const isWall = isWallBrowser(storage)
  // Of a wall's two windows only one hears why the session of both has ended.
  if (ended === 'logout' || (ended === 'elsewhere' && !isWall)) {
    return <Navigate to={LOGIN_PATH} replace />
  }
  if (isWall) return <Navigate to={PAIRING_PATH} replace />
  // For an address that was opened here before, the next person must not see what was searched for.
  const isOpened = ended === null && !page.isRevisit()
  return <Navigate to={loginPath(isOpened ? address : dropSearches(pathname, search))} replace />
}

/** Shows its content to people without a session, and sends the others on to `next`. */
function WithoutSession({ children }: { children: ReactNode }) {
  const { session } = useApp()
  const token = useStore(session.state, (state) => state.token)
  const [search] = useSearchParams()
  if (token === null) return children
  return <Navigate to={placeAfterLogin(session, safeNext(search.get('next')))} replace />
}
