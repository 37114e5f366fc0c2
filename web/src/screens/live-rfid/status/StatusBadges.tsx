import { memo, type ReactNode, useSyncExternalStore } from 'react'
import { isAdmin } from '../../../api/auth/person.ts'
import { useRfidStatus } from '../../../api/reads/rfid-status.ts'
import { useSuppressWindow } from '../../../api/settings/suppress-window.ts'
import { useApp } from '../../../app-parts.ts'
import { StateMark } from '../../../components/StateMark.tsx'
import { useStore } from '../../../browser/external-store.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { formatCount } from '../../../site-time/site-time.ts'
import { TEXTS } from '../../../texts/app.ts'
import { LIVE_TEXTS } from '../../../texts/reads/live.ts'
import type { DayWatch } from '../day-watch.ts'
import { useDayFreshness } from '../use-day-freshness.ts'
import classes from './status.module.css'

interface StatusBadgesProps {
  watch: DayWatch
  filterCount: number
}

/** The states and counts above the table; each follows its own part of the stores. */
export const StatusBadges = memo(function StatusBadges({ watch, filterCount }: StatusBadgesProps) {
  const { session } = useApp()
  const mayConfigure = useStore(session.state, (state) => isAdmin(state.roles))
  const { isStale } = useDayFreshness(watch)
  return (
    <dl className={classes.badges} aria-label={LIVE_TEXTS.status} data-stale={isStale || undefined}>
      <SocketBadge />
      <ReaderBadges />
      <CountBadges watch={watch} />
      {mayConfigure && <SuppressionBadge />}
      <Badge label={LIVE_TEXTS.activeFilters}>{filterCount}</Badge>
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

function Unknown() {
  return (
    <span className="warn">
      <span aria-hidden>{LIVE_TEXTS.none}</span>
      <span className="visually-hidden">{LIVE_TEXTS.unknown}</span>
    </span>
  )
}

function SocketBadge() {
  return (
    <Badge label={LIVE_TEXTS.socket}>
      <SocketState />
    </Badge>
  )
}

/** The state of the socket, as a mark and its word. */
export function SocketState() {
  const isConnected = useStore(useLiveLink().connection.state, (state) => state.connected)
  return (
    <StateMark tone={isConnected ? 'good' : 'bad'}>
      {isConnected ? TEXTS.connection.connected : TEXTS.connection.disconnected}
    </StateMark>
  )
}

/** The state of the readers, as a mark and its word. */
export function ReaderState() {
  const status = useRfidStatus(useApp().api).data
  if (!status) return <Unknown />
  return (
    <StateMark tone={status.connected ? 'good' : 'bad'}>
      {status.connected ? LIVE_TEXTS.rfidActive : LIVE_TEXTS.rfidInactive}
    </StateMark>
  )
}

function ReaderBadges() {
  const status = useRfidStatus(useApp().api).data
  return (
    <>
      <Badge label={LIVE_TEXTS.rfid} aside={status?.simulate ? LIVE_TEXTS.simulation : null}>
        <ReaderState />
      </Badge>
      <Badge label={LIVE_TEXTS.port}>
        {status ? (
          <span className={classes.port} title={status.port ?? undefined}>
            {status.port ?? LIVE_TEXTS.none}
          </span>
        ) : (
          <Unknown />
        )}
      </Badge>
    </>
  )
}

function CountBadges({ watch: { counts, reads, siteTime } }: { watch: DayWatch }) {
  const read = useSyncExternalStore(counts.subscribe, counts.reads)
  const suppressed = useSyncExternalStore(counts.subscribe, counts.suppressed)
  const clearedAt = useStore(reads.state, ({ clearing }) => clearing?.at ?? null)
  const since = clearedAt && siteTime.clock(Date.parse(clearedAt)).slice(0, 5)
  const shown = (count: number | null) => (count === null ? <Unknown /> : formatCount(count))
  return (
    <>
      <Badge label={since ? LIVE_TEXTS.readsSince(since) : LIVE_TEXTS.reads} testId="reads-count">
        {shown(read)}
      </Badge>
      <Badge
        label={since ? LIVE_TEXTS.suppressedSince(since) : LIVE_TEXTS.suppressed}
        testId="suppressed-count"
      >
        {shown(suppressed)}
      </Badge>
    </>
  )
}

function SuppressionBadge() {
  const suppression = useSuppressWindow(useApp().api).data
  return (
    <Badge label={LIVE_TEXTS.suppression}>
      {suppression ? `${formatCount(suppression.ms)} ms` : <Unknown />}
    </Badge>
  )
}
