import '@mantine/core/styles/Combobox.css'
import { Box, Button, NativeSelect, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { SensorType } from '@vehicle-control/protocol'
import { useCallback, useId, useMemo, useState } from 'react'
import { TELEMETRY_SPAN_MS } from '../../../../../api/telemetry/telemetry.ts'
import { useApp } from '../../../../../app-parts.ts'
import card from '../../../../../charts/chart-card.module.css'
import { FigureTable } from '../../../../../charts/FigureTable.tsx'
import { LazyTimeChart } from '../../../../../charts/LazyTimeChart.tsx'
import { formatMeasured, measuredLook } from '../../../../../charts/measured.ts'
import type { ChartPoint } from '../../../../../charts/time-chart.ts'
import { useChartScheme } from '../../../../../charts/use-chart-scheme.ts'
import { StateMark } from '../../../../../components/StateMark.tsx'
import { useEachSecond } from '../../../../../components/use-each-second.ts'
import { formatAge, type SiteTime } from '../../../../../site-time/site-time.ts'
import { TELEMETRY_TEXTS } from '../../../../../texts/admin/admin-control.ts'
import { DASHBOARD_TEXTS } from '../../../../../texts/reads/dashboard.ts'
import type { LastSample } from './live-series.ts'
import { useLiveSeries } from './use-live-series.ts'

const HEIGHT = 180
const STALE_AFTER_MS = 5 * 60_000
const { charts } = DASHBOARD_TEXTS

interface SensorCardProps {
  code: string
  type: SensorType
  site: SiteTime
}

/**
 * The sensors of one type, one at a time: its last value with its time, its chart, and the chart in
 * words and as a table.
 */
export function SensorCard({ code, type, site }: SensorCardProps) {
  const [chosen, choose] = useState<string | null>(null)
  const { points, last, error, retry, source, sources } = useLiveSeries(code, type, chosen)
  const [isTable, setTable] = useState(false)
  const titleId = useId()
  const title = TELEMETRY_TEXTS.types[type]
  const unit = last?.unit ?? TELEMETRY_TEXTS.units[type]
  const write = (value: number) => [formatMeasured(value), unit].filter(Boolean).join(' ')
  const hasPoints = points !== null && points.length > 0
  return (
    <section className={card.card} aria-labelledby={titleId}>
      <div className={`${card.head} row`}>
        <h4 id={titleId} className="heading">
          {title}
        </h4>
        <Button
          variant="default"
          size="compact-sm"
          disabled={!hasPoints}
          aria-label={isTable ? charts.toChartOf(title) : charts.toTableOf(title)}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? charts.toChart : charts.toTable}
        </Button>
      </div>
      {sources.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={TELEMETRY_TEXTS.sourceOf(title)}
          value={source}
          data={sources.map((one) => ({ value: one, label: one || TELEMETRY_TEXTS.unnamed }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      {/* Room for the mark below the value, so that nothing moves when it appears. */}
      <Box
        component="p"
        className="wrap"
        data-gap="lines"
        mih="3rem"
        style={{ alignContent: 'start' }}
      >
        {last && TELEMETRY_TEXTS.last(write(last.value), site.clock(last.at).slice(0, 5))}
        {last && <StaleMark last={last} />}
      </Box>
      <Box pos="relative" style={{ height: HEIGHT }}>
        {!points && !error && <Skeleton height="100%" animate={false} />}
        {!points && error && (
          <div className="centred">
            <p>{TELEMETRY_TEXTS.notLoaded}</p>
            <Button variant="default" size="compact-sm" onClick={retry}>
              {TELEMETRY_TEXTS.retry}
            </Button>
          </div>
        )}
        {points && !hasPoints && <p className="centred">{TELEMETRY_TEXTS.empty}</p>}
        {hasPoints && isTable && (
          <FigureTable
            title={title}
            heads={[TELEMETRY_TEXTS.time, TELEMETRY_TEXTS.value]}
            rows={points.toReversed().map(({ at, total }) => [site.clock(at), write(total)])}
          />
        )}
        {hasPoints && !isTable && (
          <Drawing title={title} points={points} timeZone={site.timeZone} write={write} />
        )}
      </Box>
      <Box component="p" className="note" mih="2.6em" lh={1.3}>
        {hasPoints && inWords(points, write)}
      </Box>
    </section>
  )
}

interface DrawingProps {
  title: string
  points: readonly ChartPoint[]
  timeZone: string
  write: (value: number) => string
}

function Drawing({ title, points, timeZone, write }: DrawingProps) {
  const scheme = useChartScheme()
  const { serverClock } = useApp()
  const look = useMemo(
    () => measuredLook(TELEMETRY_SPAN_MS, () => serverClock.now()),
    [serverClock],
  )
  return (
    <LazyTimeChart
      kind="hours"
      look={look}
      label={`${title}. ${inWords(points, write)}`}
      points={points}
      timeZone={timeZone}
      scheme={scheme}
      height={HEIGHT}
    />
  )
}

/** Says for how long the sensor has sent nothing, where that is too long. */
function StaleMark({ last }: { last: LastSample }) {
  const { serverClock } = useApp()
  const look = useCallback(
    () => Math.floor((serverClock.now() - last.at) / 1000) * 1000,
    [serverClock, last.at],
  )
  const age = useEachSecond(look)
  return (
    age > STALE_AFTER_MS && (
      <StateMark tone="warn">{TELEMETRY_TEXTS.stale(formatAge(age))}</StateMark>
    )
  )
}

function inWords(points: readonly ChartPoint[], write: (value: number) => string): string {
  const values = points.map(({ total }) => total)
  const [low, high, last] = [Math.min(...values), Math.max(...values), values.at(-1) ?? 0]
  return TELEMETRY_TEXTS.summary(write(low), write(high), write(last))
}
