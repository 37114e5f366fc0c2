import { Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { StateMark } from '../../../components/StateMark.tsx'
import { WallHead } from '../../../components/wall/WallHead.tsx'
import { formatCount } from '../../../site-time/site-time.ts'
import { LiveSound } from '../../../sound/LiveSound.tsx'
import { TEXTS } from '../../../texts/app.ts'
import { LIVE_TEXTS } from '../../../texts/reads/live.ts'
import type { DayWatch } from '../day-watch.ts'
import { countFilters, hasDates, type LiveFilters } from '../live-filters.ts'
import { useDayFreshness } from '../use-day-freshness.ts'
import { useEmptyText } from '../use-empty-text.ts'
import { useLiveFilters } from '../use-live-filters.ts'
import { useShownReads } from '../use-shown-reads.ts'
import { Hero } from './Hero.tsx'
import { WallRows } from './WallRows.tsx'
import classes from './live-wall.module.css'

const RangeWatch = lazyPart(async () => (await import('../RangeWatch.tsx')).RangeWatch)

/** Reads as they happen, for people who look from afar: it has no controls. */
export function LiveWall({ watch }: { watch: DayWatch }) {
  const { filters } = useLiveFilters()
  const { reads } = useShownReads(watch, { filters, pause: null, isScrolled: false })
  const { isStale } = useDayFreshness(watch)
  const empty = useEmptyText(watch, filters)
  const last = useHeld(reads[0])
  const before = useMemo(() => reads.filter((read) => read.id !== last?.id), [reads, last])
  return (
    <div className={classes.wall} data-stale={isStale || undefined}>
      <WallHead title={TEXTS.nav.live}>
        <WallStates watch={watch} filters={filters} />
      </WallHead>
      <LiveSound />
      {hasDates(filters) && (
        <Suspense>
          <RangeWatch watch={watch} from={filters.from} to={filters.to} />
        </Suspense>
      )}
      {last ? (
        <>
          <Hero read={last} site={watch.siteTime} />
          <WallRows reads={before} site={watch.siteTime} label={LIVE_TEXTS.table} />
        </>
      ) : (
        <div className={classes.empty}>
          <p>{empty.text}</p>
          {empty.hint && <p className="hint">{empty.hint}</p>}
        </div>
      )}
    </div>
  )
}

/** The state of the reads: whether they are live, how many there are, and the filters. */
function WallStates({ watch, filters }: { watch: DayWatch; filters: LiveFilters }) {
  const { counts, sync } = watch
  const reads = useSyncExternalStore(counts.subscribe, counts.reads)
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
      {isStale ? null : hasFailed && !isLoaded ? (
        <StateMark tone="warn">{LIVE_TEXTS.initialFailed}</StateMark>
      ) : (
        isLoaded && <StateMark tone="good">{LIVE_TEXTS.running}</StateMark>
      )}
      <span className={classes.state}>
        {LIVE_TEXTS.reads} <b>{reads === null ? LIVE_TEXTS.none : formatCount(reads)}</b>
      </span>
    </>
  )
}

/** Nobody recognises a plate in less time. */
const HOLD_MS = 1000

/** The newest value, where each stays for at least a second: in a burst some are left out. */
function useHeld<T extends { readonly id: string } | undefined>(newest: T): T {
  const { clock } = useApp()
  const [held, setHeld] = useState({ value: newest, at: Number.NEGATIVE_INFINITY })
  const isOther = newest?.id !== held.value?.id
  useEffect(() => {
    if (!isOther) return undefined
    const leftMs = Math.max(0, held.at + HOLD_MS - clock.now())
    const take = () => setHeld({ value: newest, at: clock.now() })
    return clock.after(newest === undefined ? 0 : leftMs, take)
  }, [clock, newest, isOther, held])
  return held.value
}
