import { Suspense, type ReactNode } from 'react'
import { useStore } from '../browser/external-store.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Attempt } from './lazy-part.tsx'

interface LaterPartProps {
  children: ReactNode
  /** Keeps its place. */
  fallback?: ReactNode
}

/**
 * What comes after the first drawing. Where the hub was away as it was to be loaded, the screen stands
 * without it and says what it knows; it is loaded again with the next change of the link.
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
