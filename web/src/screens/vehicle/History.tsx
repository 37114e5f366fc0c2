import type { AssetVersion } from '@vehicle-control/protocol'
import { LINE_COLUMNS } from '@vehicle-control/protocol/vehicle-columns'
import type { ReactNode } from 'react'
import type { SiteTime } from '../../site-time/site-time.ts'
import { ASSET_TYPE_TEXTS } from '../../texts/admin/asset-types.ts'
import { VEHICLE_TEXTS as TEXTS } from '../../texts/reads/vehicle.ts'
import classes from './vehicle.module.css'

interface HistoryProps {
  /** Newest first. */
  versions: readonly AssetVersion[]
  site: SiteTime
}

/** The versions of the asset, with plates, owners and tags; nothing where there is only one. */
export function History({ versions, site }: HistoryProps) {
  if (versions.length < 2) return null
  const moment = (at: string) => <time dateTime={at}>{site.full(Date.parse(at))}</time>
  return (
    <section className={classes.card}>
      <h2 id="history">{TEXTS.history}</h2>
      <ol className={classes.history} aria-labelledby="history">
        {versions.map(({ type, from, until, plate, name, rfid_tag, last_seen, ...version }) => (
          <li key={from}>
            <Part label={TEXTS.when}>
              {moment(from)} {TEXTS.to} {until === null ? TEXTS.now : moment(until)}
            </Part>
            <Part label={ASSET_TYPE_TEXTS[type]}>{[plate, name].filter(Boolean).join(' · ')}</Part>
            {LINE_COLUMNS.map((line) => (
              <Part key={line} label={TEXTS.fields[line]}>
                {version[line]}
              </Part>
            ))}
            <Part label={TEXTS.fields.rfid_tag}>
              <span className={classes.tag}>{rfid_tag}</span>
            </Part>
            <Part label={TEXTS.lastSeen}>{last_seen ? moment(last_seen) : TEXTS.never}</Part>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="column">
      <small className="note">{label}</small>
      <span>{children || TEXTS.none}</span>
    </span>
  )
}
