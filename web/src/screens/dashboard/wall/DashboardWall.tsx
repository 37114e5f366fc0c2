import { useMemo } from 'react'
import { useApp } from '../../../app-parts.ts'
import { dayName, dayPoints, hourlyWords, hourPoints } from '../../../charts/points.ts'
import { WallHead } from '../../../components/wall/WallHead.tsx'
import { useFreshness } from '../../../live/use-freshness.ts'
import { createSiteClock, type SiteClock } from '../../../site-time/site-clock.ts'
import { TEXTS } from '../../../texts/app.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { WALL_TEXTS } from '../../../texts/reads/wall.ts'
import { Figures } from './Figures.tsx'
import { GatePanel } from './GatePanel.tsx'
import { LastRead } from './LastRead.tsx'
import { useWallFigures, type WallFigures } from './use-wall-figures.ts'
import { WallChart } from './WallChart.tsx'
import { WallHeat } from './WallHeat.tsx'
import classes from './dashboard-wall.module.css'

/** Today in one view, for people who look from afar: it has no controls. */
export function DashboardWall({ timeZone }: { timeZone: string }) {
  const site = useMemo(() => createSiteClock(timeZone), [timeZone])
  const figures = useWallFigures(site)
  const { isStale } = useFreshness(null)
  return (
    <div className={classes.wall} data-stale={isStale || undefined}>
      <WallHead title={TEXTS.nav.dashboard} />
      <Figures figures={figures} site={site} />
      <LastRead query={figures.today} site={site} />
      <Charts figures={figures} site={site} />
      <WallHeat query={figures.heatmap} site={site} />
      <GatePanel site={site} />
    </div>
  )
}

function Charts({ figures, site }: { figures: WallFigures; site: SiteClock }) {
  const { daily, hourly } = figures
  const { serverClock } = useApp()
  const days = useMemo(
    () => daily.data && dayPoints(daily.data, site.day(serverClock.now())),
    [daily.data, site, serverClock],
  )
  const hours = useMemo(
    () => hourly.data && hourPoints(hourly.data.hours, { now: serverClock.now() }),
    [hourly.data, serverClock],
  )
  const { nameOf, openName } = hourlyWords('hour', site)
  return (
    <>
      <WallChart
        title={DASHBOARD_TEXTS.dashboard.daily}
        kind="days"
        query={daily}
        points={days}
        site={site}
        nameOf={dayName}
        openName={DASHBOARD_TEXTS.charts.today}
        place="days"
      />
      <WallChart
        title={WALL_TEXTS.hours}
        kind="hours"
        query={hourly}
        points={hours}
        site={site}
        nameOf={nameOf}
        openName={openName}
        place="hours"
      />
    </>
  )
}
