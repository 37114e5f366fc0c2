import { Button } from '@mantine/core'
import { IconCar, IconMapPin, IconPlus } from '@tabler/icons-react'
import type { ScanEvent } from '@vehicle-control/protocol'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from '../../../browser/external-store.ts'
import { comingFrom, hereAddress } from '../../../components/came-from.ts'
import { useIsOperated } from '../../../components/wall/use-is-operated.ts'
import { registerPath } from '../../../components/register-path.ts'
import type { Panel } from '../../../dialogs/dialogs.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { ReadSheet } from '../../../reads/ReadSheet.tsx'
import { UnknownTag } from '../../../reads/unknown-tag/UnknownTag.tsx'
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
  const { uid, vehicle, agent, retired_from } = read
  const now = useStore(useLiveLink().tagsNow, (tags) => tags.get(uid))
  const assetId = vehicle?.asset_id ?? now?.asset_id ?? retired_from?.asset_id
  const { counts } = watch
  const suppressed = useSyncExternalStore(counts.subscribeAgents, () =>
    counts.suppressedBy(agent.code),
  )
  const isOperated = useIsOperated()
  const isUnknown = vehicle === null && !retired_from && !now
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
        first={
          isUnknown && (
            <>
              {watch.mayRegister && (
                <Button
                  component={Link}
                  to={registerPath(uid)}
                  state={comingFrom({ address: hereAddress(), read: read.id })}
                  aria-label={LIVE_TEXTS.registerTag(uid)}
                  leftSection={<IconPlus size={18} aria-hidden />}
                  fullWidth
                  mb="sm"
                  onClick={close}
                >
                  {LIVE_TEXTS.register}
                </Button>
              )}
              {isOperated && <UnknownTag read={read} site={watch.siteTime} />}
            </>
          )
        }
      >
        {assetId !== undefined && (
          <Button
            component={Link}
            to={`/vehicle?id=${assetId}`}
            variant="default"
            leftSection={<IconCar size={18} aria-hidden />}
            onClick={close}
          >
            {TEXTS.toAsset}
          </Button>
        )}
        <Button
          component={Link}
          to={`/map?${new URLSearchParams({ focus: agent.code })}`}
          variant="default"
          leftSection={<IconMapPin size={18} aria-hidden />}
          onClick={close}
        >
          {TEXTS.onMap}
        </Button>
      </ReadSheet>
      {isOperated && <GateRelays gate={agent} durations={durations} />}
    </>
  )
}
