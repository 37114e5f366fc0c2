import { type AuditRecord, AuditResponse, line } from '@vehicle-control/protocol'
import { z } from 'zod'
import { findAudit } from '../../store/people/audit-log.ts'
import type { AuditRow } from '../../store/schema/people.ts'
import { declareCall } from '../http/call.ts'
import { SUPERADMINS } from '../http/callers.ts'
import { Paging, range, requireOrder } from '../http/query-fields.ts'

const Detail = z.record(z.string(), z.unknown())

export const auditCalls = [
  declareCall({
    id: 'listAudit',
    method: 'GET',
    path: '/api/audit',
    who: SUPERADMINS,
    summary: 'Who did what to what, newest first',
    query: Paging.extend({
      ...range,
      actor: line(254).optional(),
      action: line(64).optional(),
      target: line(254).optional(),
    }),
    answer: AuditResponse,
    async handle({ query, context }, { readOnly, bulkReads }) {
      requireOrder(query)
      const { rows, total } = await findAudit(readOnly, query)
      const { actor, action, target: what, to, page } = query
      const asked = { actor, action, what, to }
      await bulkReads.note(context.var, { rows: rows.length, asked, isFurther: page > 1 })
      return { items: rows.map(auditView), total }
    },
  }),
]

function auditView({ id, at, actor, action, target, detail, address }: AuditRow): AuditRecord {
  const time = new Date(at).toISOString()
  return { id, at: time, actor, action, target, detail: readDetail(detail), address }
}

/** A row that somebody has tampered with must not make the whole list fail. */
function readDetail(text: string): AuditRecord['detail'] {
  try {
    return Detail.parse(JSON.parse(text))
  } catch {
    return { unreadable: text }
  }
}
