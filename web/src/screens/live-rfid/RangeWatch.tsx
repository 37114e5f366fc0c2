import { useEffect } from 'react'
import { useStore } from '../../browser/external-store.ts'
import { StateMark } from '../../components/StateMark.tsx'
import { createSiteClock } from '../../site-time/site-clock.ts'
import { LIVE_RANGE_TEXTS } from '../../texts/reads/live-range.ts'
import type { DayWatch } from './day-watch.ts'
import { isUpsideDown, liveSpan } from './live-span.ts'

interface RangeWatchProps {
  watch: DayWatch
  from: string
  to: string
}

/** Shows the range of these dates for as long as it is mounted; it draws nothing. */
export function RangeWatch({ watch, from, to }: RangeWatchProps) {
  useEffect(() => {
    const site = createSiteClock(watch.siteTime.timeZone)
    const dates = { from, to }
    watch.showRange(isUpsideDown(dates, site) ? null : liveSpan(dates, site, watch.now()))
  }, [watch, from, to])
  useEffect(() => watch.hideRange, [watch])
  return null
}

/** Says what the rows of a range are. */
export function RangeNotice({ watch }: { watch: DayWatch }) {
  const span = useStore(watch.range.state, (state) => state.span)
  const isPart = useStore(watch.range.state, (state) => state.isPart)
  const isOver = span?.to != null && span.to < watch.now()
  const text = isOver ? LIVE_RANGE_TEXTS.over : LIVE_RANGE_TEXTS.running
  return (
    <StateMark tone={isOver ? 'warn' : 'good'}>{isPart ? LIVE_RANGE_TEXTS.part : text}</StateMark>
  )
}
