import { Suspense, useMemo } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { WallHead } from '../../../components/wall/WallHead.tsx'
import { LiveSound } from '../../../sound/LiveSound.tsx'
import { TEXTS } from '../../../texts/app.ts'
import { LIVE_TEXTS } from '../../../texts/reads/live.ts'
import type { DayWatch } from '../day-watch.ts'
import { hasDates } from '../live-filters.ts'
import { useDayFreshness } from '../use-day-freshness.ts'
import { useEmptyText } from '../use-empty-text.ts'
import { useLiveFilters } from '../use-live-filters.ts'
import { useShownReads } from '../use-shown-reads.ts'
import { Hero } from './Hero.tsx'
import { useHeld } from './use-held.ts'
import { WallRows } from './WallRows.tsx'
import { WallStates } from './WallStates.tsx'
import classes from './live-wall.module.css'

const RangeWatch = lazyPart(async () => (await import('../RangeWatch.tsx')).RangeWatch)

/** Reads as they happen, for those who look from afar: nothing on it waits for a person. */
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
          {empty.hint && <p className={classes.hint}>{empty.hint}</p>}
        </div>
      )}
    </div>
  )
}
