import { useMemo } from 'react'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { createSiteClock } from '../../site-time/site-clock.ts'
import { TEXTS } from '../../texts/app.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { Board } from './Board.tsx'
import classes from './dashboard.module.css'

/** The reads of a range in figures, charts and rows. */
export function DashboardScreen() {
  const timeZone = useSiteTimeZone(useApp())
  return (
    <div className={classes.screen}>
      <ScreenTitle>{TEXTS.nav.dashboard}</ScreenTitle>
      {timeZone ? (
        <InZone key={timeZone} timeZone={timeZone} />
      ) : (
        <output className={classes.note}>{DASHBOARD_TEXTS.dashboard.loading}</output>
      )}
    </div>
  )
}

function InZone({ timeZone }: { timeZone: string }) {
  const site = useMemo(() => createSiteClock(timeZone), [timeZone])
  return <Board site={site} />
}
