import { Suspense, type ReactNode } from 'react'
import { useStore } from '../browser/external-store.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Attempt } from './lazy-part.tsx'

interface LaterPartProps {
  children: ReactNode
  /** Shown in its place until it is loaded. */
  fallback?: ReactNode
}

/**
 * A part that is loaded after the first drawing. Where the hub is away, so that loading fails, the
 * screen is shown without it, and loading is tried again when the connection changes.
 */
export function LaterPart({ children, fallback = null }: LaterPartProps) {
  const isConnected = useStore(useLiveLink().connection.state, ({ connected }) => connected)
  return (
    <Attempt value={isConnected}>
      <ErrorBoundary instead={fallback} retryAt={isConnected}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </ErrorBoundary>
    </Attempt>
  )
}
