import { Suspense, type ReactNode } from 'react'
import { texts } from '../texts.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import classes from './route-frame.module.css'

/** What every route has around it: a place to fail in, and something to show while it loads. */
export function RouteFrame({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function Loading() {
  return <output className={classes.loading}>{texts.failure.loading}</output>
}
