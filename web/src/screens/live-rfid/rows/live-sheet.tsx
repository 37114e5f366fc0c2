import type { ScanEvent } from '@vehicle-control/protocol'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useIsOperated } from '../../../components/wall/use-is-operated.ts'
import type { Panel } from '../../../dialogs/dialogs.ts'
import { ReadLinks, UnknownFirst } from '../../../reads/ReadActs.tsx'
import { ReadSheet } from '../../../reads/ReadSheet.tsx'
import { createDurations, type Durations } from '../../../relays/durations.ts'
import { GateRelays } from '../../../relays/GateRelays.tsx'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_TEXTS } from '../../../texts/reads/live.ts'
import { READ_SHEET_TEXTS as TEXTS } from '../../../texts/reads/read-sheet.ts'
import type { DayWatch } from '../day-watch.ts'

interface SheetOptions {
  read: ScanEvent
  watch: DayWatch
  /** Called when it is in the page. */
  onShown: () => void
  /** Called when it has left the page. */
  onGone: () => void
  /** Called when it could not be loaded. */
  onFailed: () => void
}

/**
 * The sheet of a read on the live screen. Its relays are loaded with it: a part that comes later
 * moves what stands above it.
 */
export function liveSheet({ onFailed, ...options }: SheetOptions): Panel {
  const durations = createDurations()
  return {
    title: TEXTS.title,
    isSheet: true,
    onFailed,
    content: (close) => <LiveSheet {...options} durations={durations} close={close} />,
  }
}

interface LiveSheetProps extends Omit<SheetOptions, 'onFailed'> {
  durations: Durations
  close: () => void
}

function LiveSheet({ read, watch, durations, close, onShown, onGone }: LiveSheetProps) {
  const shown = useEffectEvent(onShown)
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    shown()
    return () => gone()
  }, [])
  const { agent } = read
  const { counts } = watch
  const suppressed = useSyncExternalStore(counts.subscribeAgents, () =>
    counts.suppressedBy(agent.code),
  )
  const isOperated = useIsOperated()
  return (
    <>
      <ReadSheet
        read={read}
        site={watch.siteTime}
        ofAgent={
          suppressed > 0 && (
            <div className="note">
              {LIVE_TEXTS.suppressedBy(formatCount(suppressed), suppressed === 1)}
            </div>
          )
        }
        first={<UnknownFirst read={read} site={watch.siteTime} onLeave={close} />}
      >
        <ReadLinks read={read} onLeave={close} />
      </ReadSheet>
      {isOperated && <GateRelays gate={agent} durations={durations} />}
    </>
  )
}
