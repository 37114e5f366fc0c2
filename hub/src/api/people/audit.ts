import { type AuditRecord, type AuditResponse, line } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '../../store/database.ts'
import { findAudit } from '../../store/people/audit-log.ts'
import type { AuditRow } from '../../store/schema/people.ts'
import type { ApiEnv } from '../http/env.ts'
import { readQuery } from '../http/input.ts'
import { Paging, range, requireOrder } from '../http/paging.ts'

/** Each text is looked for inside its field, ignoring case. */
export const AuditQuery = Paging.extend({
  ...range,
  actor: line(254).optional(),
  action: line(64).optional(),
  target: line(254).optional(),
})
const Detail = z.record(z.string(), z.unknown())

/** GET /api/audit: who did what to what, newest first. */
export function auditRoutes(reads: Db): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get('/', async (c) => {
    const query = readQuery(c, AuditQuery)
    requireOrder(query)
    const { rows, total } = await findAudit(reads, query)
    return c.json({ items: rows.map(view), total } satisfies AuditResponse)
  })
}

function view({ id, at, actor, action, target, detail, address }: AuditRow): AuditRecord {
  const time = new Date(at).toISOString()
  return { id, at: time, actor, action, target, detail: readDetail(detail), address }
}

/** A row that somebody has tampered with must not take the whole list away. */
function readDetail(text: string): AuditRecord['detail'] {
  try {
    return Detail.parse(JSON.parse(text))
  } catch {
    return { unreadable: text }
  }
}
