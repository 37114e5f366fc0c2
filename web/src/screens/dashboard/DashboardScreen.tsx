import { Suspense, useMemo } from 'react'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { useIsWall } from '../../components/wall/wall.ts'
import { createSiteClock } from '../../site-time/site-clock.ts'
import { TEXTS } from '../../texts/app.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { Board } from './Board.tsx'
import classes from './dashboard.module.css'

const DashboardWall = lazyPart(async () => (await import('./wall/DashboardWall.tsx')).DashboardWall)

/** The reads of a range in figures, charts and rows; on a wall those of today. */
export function DashboardScreen() {
  const timeZone = useSiteTimeZone(useApp())
  const isWall = useIsWall()
  if (isWall && timeZone) {
    return (
      <Suspense>
        <DashboardWall key={timeZone} timeZone={timeZone} />
      </Suspense>
    )
  }
  return (
    <div className={classes.screen}>
      <ScreenTitle>{TEXTS.nav.dashboard}</ScreenTitle>
      {timeZone ? (
        <InZone key={timeZone} timeZone={timeZone} />
      ) : (
        <output className="note">{DASHBOARD_TEXTS.dashboard.loading}</output>
      )}
    </div>
  )
}

/** Loads the rest of what a wall shows. */
DashboardScreen.loadWall = DashboardWall.load

function InZone({ timeZone }: { timeZone: string }) {
  const site = useMemo(() => createSiteClock(timeZone), [timeZone])
  return <Board site={site} />
}
