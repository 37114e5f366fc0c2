import { Skeleton } from '@mantine/core'
import { useEffect, useMemo, useReducer } from 'react'
import { useApp } from '../../../app-parts.ts'
import card from '../../../charts/chart-card.module.css'
import { ChartCard } from '../../../charts/ChartCard.tsx'
import type { FigureLink } from '../../../charts/FigureTable.tsx'
import { HeatmapTable } from '../../../charts/HeatmapTable.tsx'
import { dayName, dayPoints, hourlyWords, hourPoints } from '../../../charts/points.ts'
import type { ChartPoint } from '../../../charts/time-chart.ts'
import { useChartScheme } from '../../../charts/use-chart-scheme.ts'
import { LaterPart } from '../../../components/LaterPart.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { WholeSite } from '../../../charts/WholeSite.tsx'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { dayRange, hourAt, hourRange, partOf } from '../drill/drill-range.ts'
import { useDrill } from '../drill/use-drill.ts'
import type { Figures } from '../figures/use-figures.ts'
import { type Filters, isSearching } from '../filters/filters.ts'
import { rangeFault } from '../filters/range.ts'
import { TopVehicles } from './TopVehicles.tsx'
import classes from './figure-charts.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

const PaperCharts = lazyPart(async () => (await import('../paper/PaperCharts.tsx')).PaperCharts)

interface FigureChartsProps {
  figures: Figures
  filters: Filters
  site: SiteClock
}

/** The charts; they count all reads of the site. */
export function FigureCharts({ figures, filters, site }: FigureChartsProps) {
  const { daily, hourly, top, heatmap } = figures
  const { serverClock } = useApp()
  const today = useSiteDay(site)
  const linkTo = useDrill()
  const isSiteWide = isSearching(filters)
  const fault = rangeFault(filters, site)
  const days = useMemo(() => daily.data && dayPoints(daily.data, today), [daily.data, today])
  const { data: series } = hourly
  const hours = useMemo(
    () => series && hourPoints(series.hours, { unit: series.unit, now: serverClock.now() }),
    [series, serverClock],
  )
  const linkOfDay = (day: string) => linkTo(dayRange(day, serverClock.now(), site), false)
  const linkOfHour = (wall: string) => linkTo(hourRange(wall))
  const linkOfPoint = ({ at }: ChartPoint) => {
    const now = serverClock.now()
    const isDay = hourly.data?.unit === 'day'
    const whole = isDay ? dayRange(site.day(at), now, site) : hourAt(at, site)
    // The span of the answer, not of the filters: «today» moves on, and the answer of the previous
    // range stays a moment.
    return linkTo(hourly.data ? partOf(whole, hourly.data.span, site) : whole, !isDay)
  }
  const hourlyProblem = () => (fault === null ? hourly.error && LABELS.notShown : LABELS.fixRange)
  const ofDays = {
    kind: 'days',
    points: days,
    title: LABELS.daily,
    nameOf: dayName,
    nameHead: DASHBOARD_TEXTS.charts.day,
    openName: DASHBOARD_TEXTS.charts.today,
  } as const
  const ofHours = { kind: 'hours', points: hours, ...hourlyWords(series?.unit, site) } as const
  const shared = { timeZone: site.timeZone, isSiteWide }
  return (
    <>
      <LaterPart>
        <PaperCharts charts={[ofDays, ofHours]} />
      </LaterPart>
      <div className={classes.charts}>
        <ChartCard
          {...ofDays}
          {...shared}
          problem={!days && daily.isError ? LABELS.notShown : null}
          linkOf={({ at }) => linkOfDay(new Date(at).toISOString().slice(0, 10))}
        />
        <ChartCard
          {...ofHours}
          {...shared}
          problem={hours ? null : hourlyProblem()}
          linkOf={linkOfPoint}
        />
        <TopVehicles query={top} hasRange={fault === null} {...{ isSiteWide, linkTo }} />
        <HeatmapCard query={heatmap} {...{ site, isSiteWide }} linkOf={linkOfHour} />
      </div>
    </>
  )
}

interface HeatmapCardProps {
  query: Figures['heatmap']
  site: SiteClock
  isSiteWide: boolean
  linkOf: (wall: string) => FigureLink
}

function HeatmapCard({ query, site, isSiteWide, linkOf }: HeatmapCardProps) {
  const { data, error } = query
  const scheme = useChartScheme()
  const title = LABELS.heatmap
  return (
    <section className={card.card} aria-label={title}>
      <div className={card.head}>
        <h2 className="heading">{title}</h2>
        {isSiteWide && <WholeSite />}
      </div>
      <div className={classes.heat}>
        {data && <HeatmapTable heatmap={data} {...{ title, site, scheme, linkOf }} />}
        {!data && !error && <Skeleton height="100%" animate={false} />}
        {!data && error && <p className={classes.problem}>{LABELS.notShown}</p>}
      </div>
    </section>
  )
}

/** The site's day, YYYY-MM-DD; draws the component again at midnight. */
function useSiteDay(site: SiteClock): string {
  const { clock, serverClock } = useApp()
  const [turn, count] = useReducer((turns: number) => turns + 1, 0)
  useEffect(() => {
    const now = serverClock.now()
    return clock.after(site.startOfNextDay(now) - now, count)
  }, [clock, serverClock, site, turn])
  return site.day(serverClock.now())
}
