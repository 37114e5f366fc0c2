import { COUNTED_READS_MAX } from '@vehicle-control/protocol/limits'
import { memo, type ReactNode } from 'react'
import { isAdmin } from '../../api/auth/person.ts'
import { useRfidStatus } from '../../api/reads/rfid-status.ts'
import { useSuppressWindow } from '../../api/settings/suppress-window.ts'
import { useApp } from '../../app-parts.ts'
import { StateMark } from '../../components/StateMark.tsx'
import { useStore } from '../../browser/external-store.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { formatCount } from '../../site-time/site-time.ts'
import { TEXTS } from '../../texts/app.ts'
import type { DayWatch } from './day-watch.ts'
import { useFreshness } from './use-freshness.ts'
import classes from './live-rfid.module.css'

/** The states and counts above the table; each follows its own part of the stores. */
export const StatusBadges = memo(function StatusBadges({ watch }: { watch: DayWatch }) {
  const { session } = useApp()
  const mayConfigure = useStore(session.state, (state) => isAdmin(state.roles))
  const { isStale } = useFreshness(watch)
  return (
    <dl className={classes.badges} aria-label={TEXTS.live.status} data-stale={isStale || undefined}>
      <SocketBadge />
      <ReaderBadges />
      <ReadsBadge watch={watch} />
      {mayConfigure && <SuppressionBadge />}
      <SuppressedBadge watch={watch} />
    </dl>
  )
})

function Badge(props: { label: string; children: ReactNode; aside?: ReactNode; testId?: string }) {
  return (
    <div className={classes.badge}>
      <dt>{props.label}</dt>
      <dd data-testid={props.testId}>{props.children}</dd>
      {props.aside && <dd className={classes.simulation}>{props.aside}</dd>}
    </div>
  )
}

function SocketBadge() {
  const isConnected = useStore(useLiveLink().connection.state, (state) => state.connected)
  return (
    <Badge label={TEXTS.live.socket}>
      <StateMark tone={isConnected ? 'good' : 'bad'}>
        {isConnected ? TEXTS.connection.connected : TEXTS.connection.disconnected}
      </StateMark>
    </Badge>
  )
}

function ReaderBadges() {
  const status = useRfidStatus(useApp().api).data
  return (
    <>
      <Badge label={TEXTS.live.rfid} aside={status?.simulate ? TEXTS.live.simulation : null}>
        {status ? (
          <StateMark tone={status.connected ? 'good' : 'bad'}>
            {status.connected ? TEXTS.live.rfidActive : TEXTS.live.rfidInactive}
          </StateMark>
        ) : (
          TEXTS.live.none
        )}
      </Badge>
      <Badge label={TEXTS.live.port}>
        <span className={classes.port} title={status?.port ?? undefined}>
          {status?.port ?? TEXTS.live.none}
        </span>
      </Badge>
    </>
  )
}

function ReadsBadge({ watch }: { watch: DayWatch }) {
  const count = useStore(watch.reads.state, (state) => state.readsCount)
  const isCapped = useStore(watch.reads.state, (state) => state.isCountCapped)
  return (
    <Badge label={TEXTS.live.reads}>
      {isCapped ? `${formatCount(COUNTED_READS_MAX)}+` : formatCount(count)}
    </Badge>
  )
}

function SuppressionBadge() {
  const suppression = useSuppressWindow(useApp().api).data
  return (
    <Badge label={TEXTS.live.suppression}>
      {suppression ? `${formatCount(suppression.ms)} ms` : TEXTS.live.none}
    </Badge>
  )
}

function SuppressedBadge({ watch }: { watch: DayWatch }) {
  const count = useStore(watch.reads.state, (state) => state.suppressedCount)
  return (
    <Badge label={TEXTS.live.suppressed} testId="suppressed-count">
      {formatCount(count)}
    </Badge>
  )
}
