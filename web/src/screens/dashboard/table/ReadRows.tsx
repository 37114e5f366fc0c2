import { Skeleton } from '@mantine/core'
import type { ReadLog } from '@vehicle-control/protocol'
import { Link } from 'react-router-dom'
import { isUnregistered } from '../../../api/reads/is-unregistered.ts'
import { UnknownMark, unknownMark } from '../../../components/UnknownMark.tsx'
import { READ_COLUMNS, type ReadColumn } from '../../../export/read-columns.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { type LinkTo, useDrill } from '../drill/use-drill.ts'
import { useReadSheet } from './use-read-sheet.ts'
import classes from './read-rows.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
// The table hides repeats.
const COLUMNS = READ_COLUMNS.filter(({ marksRepeats }) => !marksRepeats)

interface ReadRowsProps {
  rows: readonly ReadLog[]
  site: SiteClock
  isBusy: boolean
  /** Keeps the height of a full page: what turns it stays under the pointer. */
  isLater: boolean
  /** Says why there are none. */
  emptyText: string
}

/** A page of reads. */
export function ReadRows({ rows, site, isBusy, isLater, emptyText }: ReadRowsProps) {
  const linkTo = useDrill()
  const open = useReadSheet(site)
  const isEmpty = rows.length === 0
  return (
    <div className={classes.frame} aria-busy={isBusy} data-later={isLater || undefined}>
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
          {rows.map((read) => (
            <tr key={read.id} data-unknown={isUnregistered(read) || undefined}>
              {COLUMNS.map((column) => (
                <Cell key={column.name} {...{ column, read, site, linkTo, open }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isBusy && isEmpty && <Skeleton className={classes.waiting} animate={false} />}
      {!isBusy && isEmpty && (
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
  linkTo: LinkTo
  open: (read: ReadLog) => void
}

function Cell({ column, read, site, linkTo, open }: CellProps) {
  const { name, cell } = column
  const text = cell(read, site, false)
  if (name === 'at') {
    return (
      <td className={classes[name]}>
        <button type="button" aria-label={LABELS.detailOf(text ?? '')} onClick={() => open(read)}>
          <time dateTime={read.read_at}>{text}</time>
        </button>
      </td>
    )
  }
  if (name === 'plate' && isUnregistered(read)) {
    return (
      <td className={classes[name]} title={unknownMark(read)}>
        <UnknownMark read={read} />
      </td>
    )
  }
  return (
    <td className={classes[name]} title={text ?? undefined} data-empty={text ? undefined : true}>
      {name === 'plate' && text ? (
        <Link {...linkTo({ plate: text })} title={LABELS.onlyPlate(text)}>
          {text}
        </Link>
      ) : (
        text || LABELS.none
      )}
    </td>
  )
}
