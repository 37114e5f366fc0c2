import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { memo } from 'react'
import { LaterPart } from '../../components/LaterPart.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { formatCount } from '../../site-time/site-time.ts'
import { LiveSound } from '../../sound/LiveSound.tsx'
import { LIVE_TEXTS } from '../../texts/reads/live.ts'
import type { DayWatch } from './day-watch.ts'
import { LiveNotice } from './LiveNotice.tsx'
import type { OutcomeStore } from './outcome.ts'
import type { LiveFilterControl } from './use-live-filters.ts'
import type { PauseControl } from './use-pause.ts'
import classes from './live-rfid.module.css'

const LiveControls = lazyPart(
  async () => (await import('./controls/LiveControls.tsx')).LiveControls,
)

interface LiveBarProps {
  watch: DayWatch
  control: LiveFilterControl
  outcome: OutcomeStore
  pausing: PauseControl
  waitingCount: number
}

/** The line between the states and the table: the pause, what there is to know, the controls. */
export function LiveBar(props: LiveBarProps) {
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
