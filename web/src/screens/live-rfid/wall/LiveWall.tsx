import { Suspense } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { ScreenTitle } from '../../../components/ScreenTitle.tsx'
import { LiveSound } from '../../../sound/LiveSound.tsx'
import { TEXTS } from '../../../texts/app.ts'
import { LIVE_TEXTS } from '../../../texts/live.ts'
import type { DayWatch } from '../day-watch.ts'
import { countFilters, hasDates } from '../live-filters.ts'
import { LiveNotice } from '../LiveNotice.tsx'
import { ReadsTable } from '../ReadsTable.tsx'
import { StatusBadges } from '../StatusBadges.tsx'
import { useDayFreshness } from '../use-day-freshness.ts'
import { useEmptyText } from '../use-empty-text.ts'
import { useLiveFilters } from '../use-live-filters.ts'
import { useShownReads } from '../use-shown-reads.ts'
import classes from '../live-rfid.module.css'

const RangeWatch = lazyPart(async () => (await import('../RangeWatch.tsx')).RangeWatch)

/** Reads as they happen, for those who look from afar: nothing on it waits for a person. */
export function LiveWall({ watch }: { watch: DayWatch }) {
  const { filters } = useLiveFilters()
  const { reads } = useShownReads(watch, { filters, pause: null, isScrolled: false })
  const { isStale } = useDayFreshness(watch)
  const empty = useEmptyText(watch, filters)
  return (
    <div className={classes.screen}>
      <ScreenTitle>{TEXTS.nav.live}</ScreenTitle>
      <StatusBadges watch={watch} filterCount={countFilters(filters)} />
      <LiveNotice watch={watch} pause={null} />
      <LiveSound />
      {hasDates(filters) && (
        <Suspense>
          <RangeWatch watch={watch} from={filters.from} to={filters.to} />
        </Suspense>
      )}
      <ReadsTable
        watch={watch}
        reads={reads}
        freshCount={0}
        isStale={isStale}
        label={LIVE_TEXTS.table}
        empty={empty}
        onScrolledAway={() => {}}
      >
        {null}
      </ReadsTable>
    </div>
  )
}
