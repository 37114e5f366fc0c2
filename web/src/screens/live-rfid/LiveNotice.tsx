import { Button } from '@mantine/core'
import { memo, type ReactNode, Suspense } from 'react'
import { useRfidStatus } from '../../api/reads/rfid-status.ts'
import { useApp } from '../../app-parts.ts'
import { DataAge } from '../../components/DataAge.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { StateMark } from '../../components/StateMark.tsx'
import { useStore } from '../../browser/external-store.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { formatCount } from '../../site-time/site-time.ts'
import { LIVE_TEXTS } from '../../texts/reads/live.ts'
import type { DayWatch } from './day-watch.ts'
import { useDayFreshness } from './use-day-freshness.ts'
import classes from './live-rfid.module.css'

const RangeNotice = lazyPart(async () => (await import('./RangeWatch.tsx')).RangeNotice)

interface LiveNoticeProps {
  watch: DayWatch
  /** The text of the pause; null while the table runs. */
  pause: string | null
}

/** One line of reserved height with the one thing to know: old, failed, paused, a range, or live. */
export const LiveNotice = memo(function LiveNotice({ watch, pause }: LiveNoticeProps) {
  return (
    <div className={classes.notice}>
      <Main watch={watch} pause={pause} />
      <Dropped />
    </div>
  )
})

function Main({ watch, pause }: LiveNoticeProps) {
  const status = useRfidStatus(useApp().api)
  const { isStale, since } = useDayFreshness(watch)
  const sync = useStore(watch.sync.state, (state) => state)
  const range = useStore(watch.range.state, ({ phase }) => phase)
  const { connection } = useLiveLink()
  const retry = () => {
    if (!connection.state.get().connected) connection.reconnect()
    watch.fillGap()
    void status.refetch()
  }
  const isStatusMissing = status.isError && !status.data
  // Without the hub calls and socket fail together: that is one outage, and one message.
  if (sync.loadedAt === null && sync.phase === 'failed') {
    return <Failure text={LIVE_TEXTS.initialFailed} retry={retry} />
  }
  if (isStale && since !== null) return <Outage since={sync.loadedAt === null ? null : since} />
  if (isStatusMissing) return <Failure text={LIVE_TEXTS.initialFailed} retry={retry} />
  if (range === 'failed') return <Failure text={LIVE_TEXTS.rangeFailed} retry={retry} />
  if (pause !== null) return <StateMark tone="warn">{pause}</StateMark>
  if (range === 'ready') {
    return (
      <Suspense>
        <RangeNotice watch={watch} />
      </Suspense>
    )
  }
  return (
    range === 'off' &&
    since === null &&
    sync.loadedAt !== null && <StateMark tone="good">{LIVE_TEXTS.running}</StateMark>
  )
}

function Failure({ text, retry }: { text: string; retry: () => void }): ReactNode {
  return (
    <span role="alert" className="line">
      <StateMark tone="warn">{text}</StateMark>
      <Retry onClick={retry} />
    </span>
  )
}

function Retry({ onClick }: { onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {LIVE_TEXTS.retry}
    </Button>
  )
}

/** `since` is null where nothing old is shown. */
function Outage({ since }: { since: number | null }) {
  const { connection } = useLiveLink()
  const error = useStore(connection.state, (state) => state.error)
  const isLong = useStore(connection.state, ({ phase }) => phase === 'disconnected')
  const { timeout, other } = LIVE_TEXTS.socketErrors
  return (
    <span className="line">
      <span className={classes.outage}>
        {since !== null && <DataAge tone="bad" since={since} />}
        {(error !== null || isLong) && (
          <span>{LIVE_TEXTS.socketError(error === 'timeout' ? timeout : other)}</span>
        )}
      </span>
      {isLong && <Retry onClick={() => connection.reconnect()} />}
    </span>
  )
}

function Dropped() {
  const dropped = useStore(useLiveLink().feed.dropped, (count) => count)
  if (dropped === 0) return null
  return <span className="note">{LIVE_TEXTS.dropped(formatCount(dropped))}</span>
}
