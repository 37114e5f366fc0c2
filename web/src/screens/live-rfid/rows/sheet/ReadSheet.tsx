import { Button } from '@mantine/core'
import { IconCar, IconMapPin, IconPlus } from '@tabler/icons-react'
import type { ScanEvent } from '@vehicle-control/protocol'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router-dom'
import { registerPath } from '../../../../components/register-path.ts'
import { UnknownMark } from '../../../../components/UnknownMark.tsx'
import { isLate } from '../../../../live/read-list.ts'
import { CopyButton } from '../../../../secrets/CopyButton.tsx'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { LIVE_TEXTS } from '../../../../texts/reads/live.ts'
import { LIVE_SHEET_TEXTS } from '../../../../texts/reads/live-sheet.ts'
import type { DayWatch } from '../../day-watch.ts'
import classes from './read-sheet.module.css'

interface ReadSheetProps {
  read: ScanEvent
  watch: DayWatch
  close: () => void
  onShown: () => void
  onGone: () => void
}

/** One read, whole: what was read where and when, whose it is, and where to go from it. */
export function ReadSheet({ read, watch, close, onShown, onGone }: ReadSheetProps) {
  const shown = useEffectEvent(onShown)
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    shown()
    return () => gone()
  }, [])
  const { uid, vehicle, agent, ts, received_at, retired_from } = read
  const assetId = vehicle?.asset_id ?? retired_from?.asset_id
  const { siteTime, mayRegister } = watch
  return (
    <div>
      <p className={classes.lead} data-unknown={vehicle === null || undefined}>
        {vehicle === null ? <UnknownMark read={read} /> : vehicle.plate || vehicle.model}
        {isLate(read) && <span className={classes.late}>{LIVE_TEXTS.late}</span>}
      </p>
      <dl className={classes.facts}>
        {vehicle && (
          <>
            <Fact label={LIVE_SHEET_TEXTS.plate}>{vehicle.plate}</Fact>
            <Fact label={LIVE_SHEET_TEXTS.model}>{vehicle.model}</Fact>
            <Fact label={LIVE_SHEET_TEXTS.owner}>{vehicle.owner}</Fact>
          </>
        )}
        <Fact label={LIVE_SHEET_TEXTS.agent}>{agentText(agent)}</Fact>
        <Fact label={LIVE_SHEET_TEXTS.location}>{agent.location}</Fact>
        <Fact label={LIVE_SHEET_TEXTS.readAt}>{moment(ts, siteTime)}</Fact>
        <Fact label={LIVE_SHEET_TEXTS.receivedAt}>{moment(received_at, siteTime)}</Fact>
        <Fact label={LIVE_SHEET_TEXTS.tag}>
          <span className={classes.tag}>{uid}</span>
          <CopyButton what={LIVE_SHEET_TEXTS.tag} text={uid} />
        </Fact>
      </dl>
      <div className={classes.links}>
        {vehicle === null && mayRegister && (
          <Button
            component={Link}
            to={registerPath(uid)}
            aria-label={LIVE_TEXTS.registerTag(uid)}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={close}
          >
            {LIVE_TEXTS.register}
          </Button>
        )}
        {assetId !== undefined && (
          <Button
            component={Link}
            to={`/vehicle?id=${assetId}`}
            variant="default"
            leftSection={<IconCar size={18} aria-hidden />}
            onClick={close}
          >
            {LIVE_SHEET_TEXTS.toAsset}
          </Button>
        )}
        <Button
          component={Link}
          to={`/map?${new URLSearchParams({ focus: agent.code })}`}
          variant="default"
          leftSection={<IconMapPin size={18} aria-hidden />}
          onClick={close}
        >
          {LIVE_SHEET_TEXTS.onMap}
        </Button>
      </div>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children || LIVE_TEXTS.none}</dd>
    </div>
  )
}

function agentText({ name, code }: ScanEvent['agent']): string {
  return name && name !== code ? `${name} (${code})` : code
}

/** With its seconds, which the short form leaves out. */
function moment(iso: string, site: SiteTime): ReactNode {
  const at = Date.parse(iso)
  const [date = ''] = site.full(at).split(' ')
  return (
    <time dateTime={iso}>
      {date} {site.clock(at)}
    </time>
  )
}
