import { AuditChain, type AuditRecord, AuditResponse, line } from '@vehicle-control/protocol'
import { z } from 'zod'
import { appendAudit, auditPages, countAudit, findAudit } from '../../store/people/audit-log.ts'
import type { AuditRow } from '../../store/schema/people.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { csvAnswer } from '../http/answers/csv-answer.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { SUPERADMINS } from '../http/callers.ts'
import { Paging, range, requireOrder } from '../http/query-fields.ts'

const Detail = z.record(z.string(), z.unknown())

const filter = {
  ...range,
  actor: line(254).optional(),
  action: line(64).optional(),
  target: line(254).optional(),
}

export const auditCalls = [
  declareCall({
    id: 'listAudit',
    method: 'GET',
    path: '/api/audit',
    who: SUPERADMINS,
    summary: 'Who did what to what, newest first',
    query: Paging.extend(filter),
    answer: AuditResponse,
    async handle({ query, context }, { searches, bulkReads }) {
      requireOrder(query)
      const { actor, action, target: what, to, page } = query
      // There may be millions of rows, for whose count no short list shall wait.
      const { rows, total } = await findAudit(searches, query)
      const asked = { actor, action, what, to }
      await bulkReads.note(context.var, { rows: rows.length, asked, isFurther: page > 1 })
      return { items: rows.map(auditView), total }
    },
  }),
  declareCall({
    id: 'exportAudit',
    method: 'GET',
    path: '/api/audit/export/csv',
    who: SUPERADMINS,
    // The browser navigates to it, without the Authorization header.
    cookie: true,
    summary: 'Who did what to what as CSV, newest first',
    query: z.object(filter),
    answer: 'text/csv; charset=utf-8',
    isExport: () => true,
    async handle(request, { db, searches, now, log }) {
      const { query, context } = request
      requireOrder(query)
      const asked = Object.entries(query).filter(
        (entry): entry is [string, string | number] => entry[1] !== undefined,
      )
      const detail = { ...Object.fromEntries(asked), rows: await countAudit(searches, query) }
      const entry = { at: now(), action: 'audit.export', target: 'audit', detail }
      await withLockOfAllHubs(db, (trx) => appendAudit(trx, auditEntry(request, entry)))
      return csvAnswer(context, {
        columns: ['id', 'at', 'actor', 'action', 'target', 'detail', 'address'],
        file: 'registro.csv',
        pages: lines(auditPages(searches, query)),
        log,
      })
    },
  }),
  declareCall({
    id: 'getAuditChain',
    method: 'GET',
    path: '/api/audit/chain',
    who: SUPERADMINS,
    summary: 'Whether the audit log is as it was written',
    answer: AuditChain,
    handle: (_, { auditChain }) => auditChain.state(),
  }),
]

async function* lines(pages: AsyncIterable<AuditRow[]>) {
  for await (const page of pages) {
    yield page.map(({ id, at, actor, action, target, detail, address }) => {
      return [id, new Date(at).toISOString(), actor, action, target, detail, address]
    })
  }
}

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
