import type { AuditRecord } from '@vehicle-control/protocol'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { AUDIT_TEXTS as TEXTS } from '../../../../texts/admin/admin-audit.ts'
import type { ListColumn } from '../../list/ListTable.tsx'
import { detailText, targetText } from './detail-text.ts'
import classes from './audit.module.css'

const HEADS = TEXTS.columns

/** The columns of the audit log; on the narrowest phone a card says no year where it is `thisYear`. */
export function auditColumns(site: SiteTime, thisYear: string): readonly ListColumn<AuditRecord>[] {
  return [
    {
      name: 'action',
      head: HEADS.action,
      cell: ({ action }) => named(TEXTS.actions[action] ?? action),
      place: 'lead',
    },
    {
      name: 'at',
      head: HEADS.at,
      // To the minute: a phone's line has no room for more, and the CSV is exact.
      cell: ({ at }) => <When text={site.full(Date.parse(at))} thisYear={thisYear} />,
      place: 'under',
    },
    { name: 'actor', head: HEADS.actor, cell: ({ actor }) => named(actor), place: 'end' },
    {
      name: 'target',
      head: HEADS.target,
      cell: (entry) => named(targetText(entry)),
      place: 'last',
    },
    { name: 'detail', head: HEADS.detail, cell: (entry) => wide(detailText(entry, site)) },
    { name: 'address', head: HEADS.address, cell: ({ address }) => address },
  ]
}

/** DD/MM/YYYY HH:mm */
function When({ text, thisYear }: { text: string; thisYear: string }) {
  const year = text.slice(5, 10)
  return (
    <span className={classes.whole}>
      {text.slice(0, 5)}
      <span className={year === `/${thisYear}` ? classes.year : undefined}>{year}</span>
      {text.slice(10)}
    </span>
  )
}

const wide = (text: string) => (text === '' ? null : <span className="anywhere">{text}</span>)

/** What was done, by whom or to what: on paper one line where a sheet has room for it. */
const named = (text: string) =>
  text.length > ONE_LINE ? wide(text) : <span className={classes.named}>{text}</span>

const ONE_LINE = 44
