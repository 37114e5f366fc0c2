import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { safeNext } from './next-path.ts'

/** Shows its content to people without a session, and sends the others on to `next`. */
export function WithoutSession({ children }: { children: ReactNode }) {
  const token = useStore(useApp().session.state, (state) => state.token)
  const [search] = useSearchParams()
  return token === null ? children : <Navigate to={safeNext(search.get('next'))} replace />
}
