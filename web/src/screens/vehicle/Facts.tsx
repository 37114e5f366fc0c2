import { Button } from '@mantine/core'
import type { Asset, AssetActivity } from '@vehicle-control/protocol'
import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import {
  byVehicleLine,
  VEHICLE_COLUMNS,
  type VehicleColumn,
} from '@vehicle-control/protocol/vehicle-columns'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { mayEdit } from '../../api/auth/person.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { Photo } from '../../components/Photo.tsx'
import { formatCount, type SiteTime } from '../../site-time/site-time.ts'
import { PHOTO_TEXTS } from '../../texts/admin/admin-photo.ts'
import { ASSET_TYPE_TEXTS } from '../../texts/admin/asset-types.ts'
import { VEHICLE_TEXTS as TEXTS } from '../../texts/reads/vehicle.ts'
import classes from './vehicle.module.css'

interface FactsProps {
  activity: AssetActivity
  site: SiteTime
}

/** The asset as it is registered, and when it was seen. */
export function Facts({ activity, site }: FactsProps) {
  const { asset, total, first_seen, last_seen, before, newest } = activity
  const [last] = newest
  const never = before.total > 0 ? TEXTS.neverSince : TEXTS.never
  const moment = (at: string | null) =>
    at === null ? never : <time dateTime={at}>{site.exact(Date.parse(at))}</time>
  const isVehicle = asset.type === 'vehicle'
  const isEditor = useStore(useApp().session.state, mayEdit)
  const label = PHOTO_TEXTS.photoOf(asset.plate || asset.name)
  const { fields } = TEXTS
  const registered: Record<VehicleColumn, ReactNode> = {
    plate: isVehicle && <Fact label={fields.plate}>{asset.plate}</Fact>,
    model: <Fact label={isVehicle ? fields.model : TEXTS.name}>{asset.name}</Fact>,
    ...byVehicleLine((column) => <Fact label={fields[column]}>{asset[column]}</Fact>),
    rfid_tag: (
      <Fact label={fields.rfid_tag}>
        <span className={classes.tag}>{asset.rfid_tag}</span>
      </Fact>
    ),
  }
  return (
    <section className="card wrap" data-gap="large" data-align="start" aria-label={TEXTS.facts}>
      {(asset.photo_url !== null || !isVehicle) && (
        <Photo url={asset.photo_url} label={label} width={240} height={180} />
      )}
      <dl className={classes.list}>
        <Fact label={TEXTS.type}>{ASSET_TYPE_TEXTS[asset.type]}</Fact>
        {VEHICLE_COLUMNS.map((column) => (
          <Fragment key={column}>{registered[column]}</Fragment>
        ))}
        <Fact label={TEXTS.location}>{asset.location}</Fact>
        <Fact label={TEXTS.firstSeen}>{moment(first_seen)}</Fact>
        <Fact label={TEXTS.lastSeen}>
          {moment(last_seen)}
          {last && ` · ${last.agent_name || last.agent_code}`}
        </Fact>
        <Fact label={TEXTS.total}>{formatCount(total)}</Fact>
      </dl>
      {isEditor && (
        <Button component={Link} to={editPath(asset)} variant="default" className="no-print">
          {TEXTS.edit}
        </Button>
      )}
    </section>
  )
}

/** Where the asset is edited: the vehicles' tab does not take every tag. */
function editPath({ id, type, rfid_tag }: Asset): string {
  const isVehicles = type === 'vehicle' && rfid_tag.length <= VEHICLE_TAG_MAX
  return `/admin?tab=${isVehicles ? 'vehiculos' : 'activos'}&editar=${id}`
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || TEXTS.none}</dd>
    </div>
  )
}
