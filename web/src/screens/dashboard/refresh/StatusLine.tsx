import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '../../../app-parts.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { DASHBOARD_KEY } from '../figures/queries.ts'
import classes from './refresh-bar.module.css'

interface StatusLineProps {
  isBusy: boolean
  /** Somebody asked for the refresh: a screen reader reads out no other. */
  isAsked: boolean
  site: SiteClock
}

/** The time of the newest answer. */
export function StatusLine({ isBusy, isAsked, site }: StatusLineProps) {
  const { clock, serverClock } = useApp()
  const queries = useQueryClient()
  const updatedAt = Math.max(
    0,
    ...queries
      .getQueryCache()
      .findAll({ queryKey: DASHBOARD_KEY })
      .map((query) => query.state.dataUpdatedAt),
  )
  // The query library knows the browser's clock only.
  const time = site.clock(updatedAt + serverClock.now() - clock.now())
  const isKnown = !isBusy && updatedAt > 0
  return (
    <span
      className={classes.status}
      aria-live={isAsked ? 'polite' : 'off'}
      data-testid="status-line"
      title={isKnown ? DASHBOARD_TEXTS.dashboard.updated(time) : undefined}
    >
      {isBusy && DASHBOARD_TEXTS.dashboard.loading}
      {isKnown && DASHBOARD_TEXTS.dashboard.updated(time.slice(0, 5))}
    </span>
  )
}
