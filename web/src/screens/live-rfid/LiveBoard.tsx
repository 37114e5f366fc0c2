import { Suspense, useEffect, useState } from 'react'
import { useStore } from '../../browser/external-store.ts'
import { LaterPart } from '../../components/LaterPart.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { LIVE_TEXTS } from '../../texts/reads/live.ts'
import type { DayWatch } from './day-watch.ts'
import { countFilters, hasDates } from './live-filters.ts'
import { LiveBar } from './LiveBar.tsx'
import { LiveStatus } from './status/LiveStatus.tsx'
import { cancelRunning, createOutcome } from './outcome.ts'
import { ReadsTable } from './table/ReadsTable.tsx'
import { useEmptyText } from './use-empty-text.ts'
import { useDayFreshness } from './use-day-freshness.ts'
import { useLiveFilters } from './use-live-filters.ts'
import { usePause } from './use-pause.ts'
import { useShownReads } from './use-shown-reads.ts'

const RangeWatch = lazyPart(async () => (await import('./RangeWatch.tsx')).RangeWatch)
const OutcomeLine = lazyPart(async () => (await import('./controls/OutcomeLine.tsx')).OutcomeLine)

/** The live screen below its title: states, controls, table. */
export function LiveBoard({ watch }: { watch: DayWatch }) {
  const control = useLiveFilters()
  const { filters } = control
  const pausing = usePause(watch)
  const [isScrolled, setScrolled] = useState(false)
  const [holds, setHolds] = useState({ row: false, sheet: false })
  const [outcome] = useState(createOutcome)
  const isStill = isScrolled || holds.row || holds.sheet
  const shown = useShownReads(watch, { filters, pause: pausing.pause, isScrolled: isStill })
  const { isStale } = useDayFreshness(watch)
  const empty = useEmptyText(watch, filters)
  const hasOutcome = useStore(outcome, (state) => state !== null)
  useEffect(() => () => cancelRunning(outcome), [outcome])
  return (
    <>
      <LiveStatus watch={watch} filterCount={countFilters(filters)} outcome={outcome} />
      <LiveBar
        watch={watch}
        control={control}
        outcome={outcome}
        pausing={pausing}
        waitingCount={shown.waitingCount}
      />
      {hasDates(filters) && (
        <Suspense>
          <RangeWatch watch={watch} from={filters.from} to={filters.to} />
        </Suspense>
      )}
      <ReadsTable
        watch={watch}
        reads={shown.reads}
        freshCount={pausing.pause ? 0 : shown.waitingCount}
        isStale={isStale}
        label={hasDates(filters) ? LIVE_TEXTS.tableOfRange : LIVE_TEXTS.table}
        empty={empty}
        onScrolledAway={setScrolled}
        onHeld={(by, isHeld) => setHolds((before) => ({ ...before, [by]: isHeld }))}
      >
        {hasOutcome && (
          <LaterPart>
            <OutcomeLine outcome={outcome} />
          </LaterPart>
        )}
      </ReadsTable>
    </>
  )
}
