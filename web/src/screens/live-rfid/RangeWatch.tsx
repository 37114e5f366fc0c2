import { useEffect } from 'react'
import { createSiteClock } from '../../site-time/site-clock.ts'
import type { DayWatch } from './day-watch.ts'
import { isUpsideDown, liveSpan } from './live-span.ts'

interface RangeWatchProps {
  watch: DayWatch
  from: string
  to: string
}

/** Keeps the range of these dates shown for as long as it stands in the page; it draws nothing. */
export function RangeWatch({ watch, from, to }: RangeWatchProps) {
  useEffect(() => {
    const site = createSiteClock(watch.siteTime.timeZone)
    const dates = { from, to }
    watch.showRange(isUpsideDown(dates, site) ? null : liveSpan(dates, site, watch.now()))
  }, [watch, from, to])
  useEffect(() => watch.hideRange, [watch])
  return null
}
