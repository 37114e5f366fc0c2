import { Skeleton } from '@mantine/core'
import type { ReadLog } from '@vehicle-control/protocol'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { dashboardTexts } from '../../../texts/dashboard.ts'
import classes from './reads-card.module.css'

const labels = dashboardTexts.dashboard
const columns = Object.values(labels.columns)

interface ReadRowsProps {
  reads: readonly ReadLog[]
  site: SiteClock
  isBusy: boolean
  /** Why there are none. */
  emptyText: string
}

/** A page of reads. */
export function ReadRows({ reads, site, isBusy, emptyText }: ReadRowsProps) {
  return (
    <div className={classes.frame} aria-busy={isBusy}>
      <table className={classes.table} aria-label={labels.readsLabel}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reads.map((read) => (
            <tr key={read.id}>
              <td className={classes.at}>
                <time dateTime={read.read_at}>{site.full(Date.parse(read.read_at))}</time>
              </td>
              <td className={classes.tag}>{read.uid}</td>
              <Cell text={read.agent_name || read.agent_code} />
              <Cell text={read.plate} className={classes.plate} />
              <Cell text={read.model} />
              <Cell text={read.owner} />
            </tr>
          ))}
        </tbody>
      </table>
      {isBusy && reads.length === 0 && <Skeleton height="100%" animate={false} />}
      {!isBusy && reads.length === 0 && (
        <div className={classes.empty}>
          <p>{emptyText}</p>
          {emptyText === labels.empty && <p className={classes.hint}>{labels.emptyHint}</p>}
        </div>
      )}
    </div>
  )
}

function Cell({ text, className }: { text: string | null; className?: string | undefined }) {
  return (
    <td className={className} title={text ?? undefined} data-empty={text ? undefined : true}>
      {text || labels.none}
    </td>
  )
}
