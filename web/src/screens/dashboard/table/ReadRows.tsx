import { Skeleton } from '@mantine/core'
import type { ReadLog } from '@vehicle-control/protocol'
import { READ_COLUMNS, type ReadColumn } from '../../../export/read-columns.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/dashboard.ts'
import classes from './reads-card.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
// The table hides repeats.
const COLUMNS = READ_COLUMNS.filter(({ marksRepeats }) => !marksRepeats)

interface ReadRowsProps {
  reads: readonly ReadLog[]
  site: SiteClock
  isBusy: boolean
  /** Says why there are none. */
  emptyText: string
}

/** A page of reads. */
export function ReadRows({ reads, site, isBusy, emptyText }: ReadRowsProps) {
  return (
    <div className={classes.frame} aria-busy={isBusy}>
      <table className={classes.table} aria-label={LABELS.readsLabel}>
        <thead>
          <tr>
            {COLUMNS.map(({ name, head }) => (
              <th key={name} scope="col" className={classes[name]}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reads.map((read) => (
            <tr key={read.id}>
              {COLUMNS.map((column) => (
                <Cell key={column.name} column={column} read={read} site={site} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isBusy && reads.length === 0 && <Skeleton height="100%" animate={false} />}
      {!isBusy && reads.length === 0 && (
        <div className={classes.empty}>
          <p>{emptyText}</p>
          {emptyText === LABELS.empty && <p className={classes.hint}>{LABELS.emptyHint}</p>}
        </div>
      )}
    </div>
  )
}

interface CellProps {
  column: ReadColumn
  read: ReadLog
  site: SiteClock
}

function Cell({ column, read, site }: CellProps) {
  const { name, cell } = column
  const text = cell(read, site, false)
  if (name === 'at') {
    return (
      <td className={classes[name]}>
        <time dateTime={read.read_at}>{text}</time>
      </td>
    )
  }
  // A tag has a column that fits it.
  const title = name === 'tag' ? undefined : (text ?? undefined)
  return (
    <td className={classes[name]} title={title} data-empty={text ? undefined : true}>
      {text || LABELS.none}
    </td>
  )
}
