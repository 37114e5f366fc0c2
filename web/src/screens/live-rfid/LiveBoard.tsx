import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { memo, Suspense, useEffect, useState } from 'react'
import { useStore } from '../../browser/external-store.ts'
import { LaterPart } from '../../components/LaterPart.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { formatCount } from '../../site-time/site-time.ts'
import { LiveSound } from '../../sound/LiveSound.tsx'
import { LIVE_TEXTS } from '../../texts/reads/live.ts'
import type { DayWatch } from './day-watch.ts'
import { countFilters, hasDates } from './live-filters.ts'
import { LiveNotice } from './LiveNotice.tsx'
import { LiveStatus } from './status/LiveStatus.tsx'
import { cancelRunning, createOutcome, type OutcomeStore } from './outcome.ts'
import { ReadsTable } from './table/ReadsTable.tsx'
import { useEmptyText } from './use-empty-text.ts'
import { useDayFreshness } from './use-day-freshness.ts'
import { type LiveFilterControl, useLiveFilters } from './use-live-filters.ts'
import { type PauseControl, usePause } from './use-pause.ts'
import { useShownReads } from './use-shown-reads.ts'
import classes from './live-rfid.module.css'

const RangeWatch = lazyPart(async () => (await import('./RangeWatch.tsx')).RangeWatch)
const LiveControls = lazyPart(
  async () => (await import('./controls/LiveControls.tsx')).LiveControls,
)
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

interface LiveBarProps {
  watch: DayWatch
  control: LiveFilterControl
  outcome: OutcomeStore
  pausing: PauseControl
  waitingCount: number
}

/** The line between the states and the table: the pause, what there is to know, the controls. */
function LiveBar(props: LiveBarProps) {
  const { watch, control, outcome, pausing, waitingCount } = props
  const { pause, isOlder, toggle } = pausing
  const waiting = formatCount(waitingCount)
  const since = pause && watch.siteTime.clock(pause.since).slice(0, 5)
  const text =
    since && (isOlder ? LIVE_TEXTS.stillPaused(since, waiting) : LIVE_TEXTS.paused(waiting))
  return (
    <div className={classes.bar}>
      <PauseButton isPaused={pause !== null} onClick={toggle} />
      <LaterPart fallback={<div className={classes.later} />}>
        <LiveControls watch={watch} control={control} outcome={outcome} />
      </LaterPart>
      <LiveNotice watch={watch} pause={text} />
      <LiveSound />
    </div>
  )
}

// The board is drawn with every change of the table; the memo spares the button that.
const PauseButton = memo(function PauseButton(props: { isPaused: boolean; onClick: () => void }) {
  const Icon = props.isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <Button
      variant={props.isPaused ? 'filled' : 'default'}
      className={classes.pause}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={props.onClick}
    >
      {props.isPaused ? LIVE_TEXTS.resume : LIVE_TEXTS.pause}
    </Button>
  )
})
