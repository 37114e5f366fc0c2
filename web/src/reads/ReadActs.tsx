import { Button } from '@mantine/core'
import { IconCar, IconMapPin, IconPlus } from '@tabler/icons-react'
import type { ScanEvent } from '@vehicle-control/protocol'
import { Link } from 'react-router-dom'
import { mayEdit } from '../api/auth/person.ts'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { comingFrom, hereAddress } from '../components/came-from.ts'
import { registerPath } from '../components/register-path.ts'
import { useIsOperated } from '../components/wall/use-is-operated.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import type { SiteTime } from '../site-time/site-time.ts'
import { LIVE_TEXTS } from '../texts/reads/live.ts'
import { READ_SHEET_TEXTS as TEXTS } from '../texts/reads/read-sheet.ts'
import { UnknownTag } from './unknown-tag/UnknownTag.tsx'

interface ReadActsProps {
  read: ScanEvent
  /** Called when somebody leaves for another screen. */
  onLeave: () => void
}

/**
 * What is done first about a read whose tag no asset has: who may registers it, anybody else tells
 * the admins. Nothing of any other read.
 */
export function UnknownFirst({ read, site, onLeave }: ReadActsProps & { site: SiteTime }) {
  const { uid, vehicle, retired_from, id } = read
  const mayRegister = useStore(useApp().session.state, mayEdit)
  const isOperated = useIsOperated()
  const now = useStore(useLiveLink().tagsNow, (tags) => tags.get(uid))
  if (vehicle !== null || retired_from || now) return null
  return (
    <>
      {mayRegister && (
        <Button
          component={Link}
          to={registerPath(uid)}
          state={comingFrom({ address: hereAddress(), read: id })}
          aria-label={LIVE_TEXTS.registerTag(uid)}
          leftSection={<IconPlus size={18} aria-hidden />}
          fullWidth
          mb="sm"
          onClick={onLeave}
        >
          {LIVE_TEXTS.register}
        </Button>
      )}
      {isOperated && <UnknownTag read={read} site={site} />}
    </>
  )
}

/** From a read to the page of its asset, where there is one, and to where it was read. */
export function ReadLinks({ read, onLeave }: ReadActsProps) {
  const { uid, vehicle, agent, retired_from } = read
  const now = useStore(useLiveLink().tagsNow, (tags) => tags.get(uid))
  const assetId = vehicle?.asset_id ?? now?.asset_id ?? retired_from?.asset_id
  return (
    <>
      {assetId !== undefined && (
        <Button
          component={Link}
          to={`/vehicle?id=${assetId}`}
          variant="default"
          leftSection={<IconCar size={18} aria-hidden />}
          onClick={onLeave}
        >
          {TEXTS.toAsset}
        </Button>
      )}
      <Button
        component={Link}
        to={`/map?${new URLSearchParams({ focus: agent.code })}`}
        variant="default"
        leftSection={<IconMapPin size={18} aria-hidden />}
        onClick={onLeave}
      >
        {TEXTS.onMap}
      </Button>
    </>
  )
}
