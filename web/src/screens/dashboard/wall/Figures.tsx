import type { CSSProperties, ReactNode } from 'react'
import { useStore } from '../../../browser/external-store.ts'
import { StateMark } from '../../../components/StateMark.tsx'
import { useThrottled } from '../../../components/wall/use-throttled.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import type { TodayNumbers } from '../../../live/today-counts.ts'
import { useFreshness } from '../../../live/use-freshness.ts'
import { formatCount, type SiteTime } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { WALL_TEXTS } from '../../../texts/reads/wall.ts'
import { trendText } from '../cards/trend-text.ts'
import { cappedCount } from '../figures/capped-count.ts'
import { Card } from './Card.tsx'
import type { WallFigures } from './use-wall-figures.ts'
import classes from './dashboard-wall.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
const REST_MS = 500

interface FiguresProps {
  figures: WallFigures
  site: SiteTime
}

/** The numbers that people look for first. */
export function Figures({ figures, site }: FiguresProps) {
  // Of one moment for both that show it.
  const today = useThrottled(useLiveLink().today.state, REST_MS)
  return (
    <>
      <Today today={today} site={site} />
      <Day query={figures.trend} today={today.reads} site={site} />
      <Unknown query={figures.unknown} site={site} />
      <Gates site={site} />
    </>
  )
}

function Today({ today, site }: { today: TodayNumbers; site: SiteTime }) {
  const { reads, suppressed } = today
  return (
    <Card title={LABELS.today} site={site} place="today">
      <Figure value={reads === null ? LABELS.none : formatCount(reads)}>
        {suppressed !== null && suppressed > 0 && WALL_TEXTS.suppressed(formatCount(suppressed))}
      </Figure>
    </Card>
  )
}

interface DayProps {
  query: WallFigures['trend']
  /** The reads of today. */
  today: number | null
  site: SiteTime
}

/**
 * The last 24 hours hold all of today: what is fetched now and then never stands behind what follows
 * events.
 */
function Day({ query, today, site }: DayProps) {
  const data = query.data && { ...query.data, last: Math.max(query.data.last, today ?? 0) }
  const hasAny = data && (data.last > 0 || data.before > 0)
  return (
    <Card title={WALL_TEXTS.day} query={query} site={site} place="day">
      <Figure value={data ? formatCount(data.last) : LABELS.none}>
        {hasAny && trendText(data)}
        {data && !hasAny && LABELS.noReads}
      </Figure>
    </Card>
  )
}

function Unknown({ query, site }: { query: WallFigures['unknown']; site: SiteTime }) {
  const { data } = query
  const last = data?.logs[0]
  const hasAny = data !== undefined && data.total > 0
  return (
    <Card
      title={WALL_TEXTS.unknown}
      query={query}
      site={site}
      place="unknown"
      tone={hasAny ? 'unknown' : undefined}
    >
      <Figure value={data ? cappedCount(data) : LABELS.none} shape={hasAny ? '▲' : undefined}>
        {last &&
          WALL_TEXTS.lastAt(
            site.clock(Date.parse(last.read_at)).slice(0, 5),
            last.agent_name || last.agent_code,
          )}
      </Figure>
    </Card>
  )
}

function Gates({ site }: { site: SiteTime }) {
  const { agents } = useLiveLink()
  const { total, online } = useStore(agents.summary, (summary) => summary)
  const away = total - online
  const { isStale } = useFreshness(null)
  if (isStale) {
    return (
      <Card title={WALL_TEXTS.gatesOnline} site={site} place="gates">
        <Figure value={LABELS.none} unit={total === 0 ? '' : WALL_TEXTS.ofAll(formatCount(total))}>
          {WALL_TEXTS.unsure}
        </Figure>
      </Card>
    )
  }
  return (
    <Card title={WALL_TEXTS.gatesOnline} site={site} place="gates">
      <Figure
        value={total === 0 ? LABELS.none : formatCount(online)}
        unit={total === 0 ? undefined : WALL_TEXTS.ofAll(formatCount(total))}
      >
        {away > 0 && <StateMark tone="bad">{WALL_TEXTS.away(formatCount(away))}</StateMark>}
        {total > 0 && away === 0 && <StateMark tone="good">{WALL_TEXTS.noneAway}</StateMark>}
      </Figure>
    </Card>
  )
}

interface FigureProps {
  /** The number as it is written. */
  value: string
  /** A text in smaller type after the number. */
  unit?: string | undefined
  /** A shape before the number, for those who see no colours. */
  shape?: string | undefined
  children: ReactNode
}

/** Widths as shares of a digit's: of a dot, and of a character in the smaller type. */
const [DOT, SMALL] = [0.45, 0.5]

/** A number as large as its place allows, with what it means below. */
function Figure({ value, unit = '', shape = '', children }: FigureProps) {
  const dots = value.replace(/[^.]/g, '').length
  const signs = value.length - dots * (1 - DOT) + SMALL * (unit.length + shape.length * 2.5)
  const style: CSSProperties & Record<'--signs', number> = { '--signs': signs }
  return (
    <>
      <strong className={classes.figure} style={style}>
        {shape && (
          <span aria-hidden className={classes.beside}>
            {shape}{' '}
          </span>
        )}
        {value}
        {unit && <span className={classes.beside}> {unit}</span>}
      </strong>
      <span className={classes.meaning}>{children}</span>
    </>
  )
}
