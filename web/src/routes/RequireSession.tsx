import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { LOGIN_PATH } from '../screens/table.ts'
import { loginPath } from './next-path.ts'

/** Shows its content to people who are logged in and sends everybody else to the login page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session } = useApp()
  const token = useStore(session.state, (state) => state.token)
  const hasLeft = useStore(session.state, (state) => state.ended === 'logout')
  const { pathname, search } = useLocation()
  if (token !== null) return children
  return <Navigate to={hasLeft ? LOGIN_PATH : loginPath(pathname + search)} replace />
}
