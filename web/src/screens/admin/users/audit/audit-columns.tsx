import type { AuditRecord } from '@vehicle-control/protocol'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { AUDIT_TEXTS as TEXTS } from '../../../../texts/admin/admin-audit.ts'
import type { ListColumn } from '../../list/ListTable.tsx'

const HEADS = TEXTS.columns

/** The columns of the audit log. */
export function auditColumns(site: SiteTime): readonly ListColumn<AuditRecord>[] {
  return [
    {
      name: 'action',
      head: HEADS.action,
      cell: ({ action }) => TEXTS.actions[action] ?? action,
      place: 'lead',
    },
    {
      name: 'at',
      head: HEADS.at,
      // To the minute: a phone's line has no room for more, and the CSV is exact.
      cell: ({ at }) => <span className="nowrap">{site.full(Date.parse(at))}</span>,
      place: 'under',
    },
    { name: 'actor', head: HEADS.actor, cell: ({ actor }) => wide(actor), place: 'end' },
    { name: 'target', head: HEADS.target, cell: ({ target }) => wide(target) },
    { name: 'detail', head: HEADS.detail, cell: ({ detail }) => wide(detailText(detail)) },
    { name: 'address', head: HEADS.address, cell: ({ address }) => address },
  ]
}

const wide = (text: string) => (text === '' ? null : <span className="anywhere">{text}</span>)

/** `after: 5 · before: 4`, by the hub's names. */
function detailText(detail: AuditRecord['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
}
