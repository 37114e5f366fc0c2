import { useMediaQuery } from '@mantine/hooks'
import { memo, Suspense, useId, useState, useSyncExternalStore } from 'react'
import { useRfidStatus } from '../../../api/reads/rfid-status.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_TEXTS } from '../../../texts/reads/live.ts'
import type { DayWatch } from '../day-watch.ts'
import type { OutcomeStore } from '../outcome.ts'
import { ReaderState, SocketState, StatusBadges } from './StatusBadges.tsx'
import classes from './status.module.css'

const SuppressionField = lazyPart(
  async () => (await import('../controls/SuppressionField.tsx')).SuppressionField,
)

interface LiveStatusProps {
  watch: DayWatch
  filterCount: number
  outcome: OutcomeStore
}

/** All badges in a strip; on a phone one line, which opens to all of them. */
export const LiveStatus = memo(function LiveStatus({ outcome, ...shown }: LiveStatusProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!isPhone) return <StatusBadges {...shown} />
  return (
    <div className={classes.folded}>
      <button
        type="button"
        className={classes.line}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Summary watch={shown.watch} />
      </button>
      <div id={id} className={classes.panel} hidden={!isOpen}>
        {isOpen && (
          <>
            <StatusBadges {...shown} />
            <Suspense>
              <SuppressionField outcome={outcome} />
            </Suspense>
          </>
        )}
      </div>
    </div>
  )
})

/** The worst of the states, and how many reads the day has. */
function Summary({ watch: { counts, reads, siteTime } }: { watch: DayWatch }) {
  const isConnected = useStore(useLiveLink().connection.state, (state) => state.connected)
  const status = useRfidStatus(useApp().api).data
  const count = useSyncExternalStore(counts.subscribe, counts.reads)
  const clearedAt = useStore(reads.state, ({ clearing }) => clearing?.at ?? null)
  const shown = count === null ? LIVE_TEXTS.none : formatCount(count)
  return (
    <>
      <span className="visually-hidden">{LIVE_TEXTS.status}: </span>
      {isConnected ? <ReaderState /> : <SocketState />}
      <span>
        <span aria-hidden>· </span>
        {clearedAt === null
          ? LIVE_TEXTS.readsToday(shown)
          : LIVE_TEXTS.countSince(shown, siteTime.clock(Date.parse(clearedAt)).slice(0, 5))}
      </span>
      {status?.simulate && <span className={classes.simulation}>{LIVE_TEXTS.simulation}</span>}
    </>
  )
}
