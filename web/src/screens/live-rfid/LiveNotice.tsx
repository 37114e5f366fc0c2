import { Button } from '@mantine/core'
import { memo } from 'react'
import { useRfidStatus } from '../../api/reads/rfid-status.ts'
import { useApp } from '../../app-parts.ts'
import { StateMark } from '../../components/StateMark.tsx'
import { useStore } from '../../browser/external-store.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { formatAge, formatCount } from '../../site-time/site-time.ts'
import { TEXTS } from '../../texts/app.ts'
import type { DayWatch } from './day-watch.ts'
import { useAge, useFreshness } from './use-freshness.ts'
import classes from './live-rfid.module.css'

interface LiveNoticeProps {
  watch: DayWatch
  /** Reads not shown because of the pause; null while it runs. */
  pausedCount: number | null
}

/** One line of reserved height that says whether the table is live, paused or old. */
export const LiveNotice = memo(function LiveNotice({ watch, pausedCount }: LiveNoticeProps) {
  const { connection } = useLiveLink()
  const error = useStore(connection.state, (state) => state.error)
  const freshness = useFreshness(watch)
  return (
    <div className={classes.notice}>
      {freshness.isStale && freshness.since !== null ? (
        <>
          <StateMark tone="bad">
            <Age since={freshness.since} />
          </StateMark>
          {error !== null && (
            <span role="alert" className={classes.problem}>
              {TEXTS.live.socketError(error)}
            </span>
          )}
        </>
      ) : (
        <Running isReady={freshness.since === null} pausedCount={pausedCount} />
      )}
      <InitialProblem watch={watch} />
      <Dropped />
    </div>
  )
})

function Running({ isReady, pausedCount }: { isReady: boolean; pausedCount: number | null }) {
  if (pausedCount !== null) {
    return <StateMark tone="warn">{TEXTS.live.paused(formatCount(pausedCount))}</StateMark>
  }
  return isReady && <StateMark tone="good">{TEXTS.live.running}</StateMark>
}

function Age({ since }: { since: number }) {
  return <span className={classes.age}>{TEXTS.live.stale(formatAge(useAge(since)))}</span>
}

function InitialProblem({ watch }: { watch: DayWatch }) {
  const status = useRfidStatus(useApp().api)
  const hasFailed = useStore(
    watch.sync.state,
    (state) => state.phase === 'failed' && state.loadedAt === null,
  )
  if (!hasFailed && !(status.isError && !status.data)) return null
  const retry = () => {
    watch.sync.fillGap()
    void status.refetch()
  }
  return (
    <span role="alert" className={classes.problem}>
      {TEXTS.live.initialFailed}
      <Button size="compact-sm" variant="default" onClick={retry}>
        {TEXTS.live.retry}
      </Button>
    </span>
  )
}

function Dropped() {
  const dropped = useStore(useLiveLink().feed.dropped, (count) => count)
  if (dropped === 0) return null
  return <span className={classes.dropped}>{TEXTS.live.dropped(formatCount(dropped))}</span>
}
