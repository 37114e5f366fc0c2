import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { placeAfterLogin } from './left-place.ts'
import { safeNext } from './next-path.ts'

/** Shows its content to people without a session, and sends the others on to `next`. */
export function WithoutSession({ children }: { children: ReactNode }) {
  const { session } = useApp()
  const token = useStore(session.state, (state) => state.token)
  const [search] = useSearchParams()
  if (token === null) return children
  return <Navigate to={placeAfterLogin(session, safeNext(search.get('next')))} replace />
}
