import { Fragment, type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { LOGIN_PATH } from '../screens/table.ts'
import { RouteFrame } from '../shell/RouteFrame.tsx'
import { leavePlace } from './left-place.ts'
import { loginPath, withoutSearches } from './next-path.ts'
import { RequiredFactor } from './screen-parts.ts'

/**
 * Shows its content to people who are logged in and sends everybody else to the login page. Where
 * the role asks for a second factor first, that stands in the place of the content until it is on.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session, page } = useApp()
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
  // Whoever logs in in another tab gets screens of their own here.
  if (token !== null) return <Fragment key={id}>{children}</Fragment>
  if (ended === 'logout') return <Navigate to={LOGIN_PATH} replace />
  // Of an address that was opened here before, the next person is not to see what was searched for.
  const isOpened = ended === null && !page.isRevisit()
  return <Navigate to={loginPath(isOpened ? address : withoutSearches(pathname, search))} replace />
}
