import type { ReadLog } from '@vehicle-control/protocol'
import { type ReactNode, useId } from 'react'
import { useStore } from '../../browser/external-store.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { decisionReason } from '../../reads/decision/decision-text.ts'
import type { SiteTime } from '../../site-time/site-time.ts'
import { DECISION_TEXTS } from '../../texts/reads/decision.ts'
import { VEHICLE_TEXTS as TEXTS } from '../../texts/reads/vehicle.ts'
import classes from './vehicle.module.css'

interface AssetReadsProps {
  title: string
  /** Newest first; without any the card is not shown. */
  reads: readonly ReadLog[]
  site: SiteTime
  /** Says which reads these are. */
  children?: ReactNode
}

/** Some reads of an asset; with their tags, where it has had several. */
export function AssetReads({ title, reads, site, children }: AssetReadsProps) {
  const id = useId()
  const decisionOf = useStore(useLiveLink().decisions, (now) => now)
  if (reads.length === 0) return null
  const hasDecisions = reads.some(({ decision }) => decision)
  const hasTags = new Set(reads.map(({ uid }) => uid)).size > 1
  return (
    <section className={classes.card}>
      <h2 id={id}>{title}</h2>
      {children}
      <table className={classes.reads} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{TEXTS.at}</th>
            <th scope="col">{TEXTS.gate}</th>
            <th scope="col" className={classes.least}>
              {TEXTS.location}
            </th>
            {hasTags && <th scope="col">{TEXTS.fields.rfid_tag}</th>}
            {hasDecisions && <th scope="col">{DECISION_TEXTS.title}</th>}
          </tr>
        </thead>
        <tbody>
          {reads.map((read) => (
            <tr key={read.id}>
              <td>
                <time dateTime={read.read_at}>{site.exact(Date.parse(read.read_at))}</time>
              </td>
              <td>{read.agent_name || read.agent_code}</td>
              <td className={classes.least}>{read.agent_location ?? TEXTS.none}</td>
              {hasTags && <td className={classes.tag}>{read.uid}</td>}
              {hasDecisions && (
                <td>
                  {read.decision ? (
                    <>
                      {decisionOf(read)?.mark} {decisionReason(read.decision)}
                    </>
                  ) : (
                    TEXTS.none
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
