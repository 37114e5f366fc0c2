import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { memo, useCallback, useState } from 'react'
import { useStore } from '../../browser/external-store.ts'
import { LiveSound } from '../../sound/LiveSound.tsx'
import { TEXTS } from '../../texts/app.ts'
import type { DayWatch } from './day-watch.ts'
import { LiveNotice } from './LiveNotice.tsx'
import { ReadsTable } from './ReadsTable.tsx'
import { StatusBadges } from './StatusBadges.tsx'
import { useFreshness } from './use-freshness.ts'
import { useHeldReads } from './use-held-reads.ts'
import classes from './live-rfid.module.css'

/** The live screen below its title: states, controls, table. */
export function LiveBoard({ watch }: { watch: DayWatch }) {
  const [isPaused, setPaused] = useState(false)
  const [isScrolled, setScrolled] = useState(false)
  const reads = useStore(watch.paced.shown, (shown) => shown)
  const held = useHeldReads(reads, isPaused || isScrolled)
  const phase = useStore(watch.sync.state, (state) => state.phase)
  const { isStale } = useFreshness(watch)

  const toggle = useCallback(() => {
    setPaused(!isPaused)
    if (isPaused) watch.sync.fillGap()
  }, [isPaused, watch])
  return (
    <>
      <StatusBadges watch={watch} />
      <div className={classes.controls}>
        <PauseButton isPaused={isPaused} onClick={toggle} />
        <LiveSound />
        <LiveNotice watch={watch} pausedCount={isPaused ? held.freshCount : null} />
      </div>
      <ReadsTable
        watch={watch}
        reads={held.reads}
        freshCount={isPaused ? 0 : held.freshCount}
        isStale={isStale}
        emptyText={phase === 'loading' ? TEXTS.live.loading : TEXTS.live.waiting}
        onScrolledAway={setScrolled}
      />
    </>
  )
}

// The board is drawn with every change of the table, and a memo keeps the button out of that.
const PauseButton = memo(function PauseButton(props: { isPaused: boolean; onClick: () => void }) {
  const Icon = props.isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <Button
      variant={props.isPaused ? 'filled' : 'default'}
      className={classes.pause}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={props.onClick}
    >
      {props.isPaused ? TEXTS.live.resume : TEXTS.live.pause}
    </Button>
  )
})
