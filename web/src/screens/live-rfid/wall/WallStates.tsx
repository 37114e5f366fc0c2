import { useSyncExternalStore } from 'react'
import { useRfidStatus } from '../../../api/reads/rfid-status.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { LinkState } from '../../../components/LinkState.tsx'
import { StateMark } from '../../../components/StateMark.tsx'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_TEXTS } from '../../../texts/reads/live.ts'
import type { DayWatch } from '../day-watch.ts'
import { countFilters, type LiveFilters } from '../live-filters.ts'
import { useDayFreshness } from '../use-day-freshness.ts'
import classes from './live-wall.module.css'

/** What there is to know about the reads: whether they are of now, how many, and which. */
export function WallStates({ watch, filters }: { watch: DayWatch; filters: LiveFilters }) {
  const { counts, sync } = watch
  const reads = useSyncExternalStore(counts.subscribe, counts.reads)
  const readers = useRfidStatus(useApp().api).data
  const { isStale } = useDayFreshness(watch)
  const hasFailed = useStore(sync.state, ({ phase }) => phase === 'failed')
  const isLoaded = useStore(sync.state, ({ loadedAt }) => loadedAt !== null)
  const filterCount = countFilters(filters)
  return (
    <>
      {filterCount > 0 && (
        <span className={classes.state}>
          {LIVE_TEXTS.activeFilters} <b>{filterCount}</b>
        </span>
      )}
      {isStale ? (
        <LinkState site={watch.siteTime} />
      ) : hasFailed && !isLoaded ? (
        <StateMark tone="warn">{LIVE_TEXTS.initialFailed}</StateMark>
      ) : (
        isLoaded && <StateMark tone="good">{LIVE_TEXTS.running}</StateMark>
      )}
      {!isStale && readers?.connected === false && (
        <StateMark tone="bad">{`${LIVE_TEXTS.rfid}: ${LIVE_TEXTS.rfidInactive}`}</StateMark>
      )}
      <span className={classes.state}>
        {LIVE_TEXTS.reads} <b>{reads === null ? LIVE_TEXTS.none : formatCount(reads)}</b>
      </span>
    </>
  )
}
