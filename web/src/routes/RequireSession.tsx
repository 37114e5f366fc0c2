import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { LOGIN_PATH } from '../screens/table.ts'
import { RouteFrame } from '../shell/RouteFrame.tsx'
import { loginPath } from './next-path.ts'
import { RequiredFactor } from './screen-parts.ts'

/**
 * Shows its content to people who are logged in and sends everybody else to the login page. Where
 * the role asks for a second factor first, that stands in the place of the content until it is on.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session } = useApp()
  const token = useStore(session.state, (state) => state.token)
  const hasLeft = useStore(session.state, (state) => state.ended === 'logout')
  const isFactorWanted = useStore(session.state, (state) => state.secondFactor === 'required')
  const { pathname, search } = useLocation()
  if (token !== null && isFactorWanted) {
    return (
      <RouteFrame>
        <RequiredFactor />
      </RouteFrame>
    )
  }
  if (token !== null) return children
  return <Navigate to={hasLeft ? LOGIN_PATH : loginPath(pathname + search)} replace />
}
