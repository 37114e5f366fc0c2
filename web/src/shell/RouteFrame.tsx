import { Suspense, type ReactNode } from 'react'
import { TEXTS } from '../texts/app.ts'
import { ErrorBoundary } from '../components/ErrorBoundary.tsx'
import { RouteFailure } from './RouteFailure.tsx'
import classes from './route-frame.module.css'

/** Keeps a route's loading and failures inside: the page around it stays. */
export function RouteFrame({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary instead={<RouteFailure />}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function Loading() {
  return <output className={classes.loading}>{TEXTS.failure.loading}</output>
}
