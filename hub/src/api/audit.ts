import { AuditQuery, type AuditRecord, type AuditResponse } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '../store/database.ts'
import { findAudit } from '../store/find-audit.ts'
import type { AuditRow } from '../store/schema.ts'
import type { ApiEnv } from './env.ts'
import { readQuery } from './input.ts'

const Detail = z.record(z.string(), z.unknown())

/** GET /api/audit: who did what to what, newest first. */
export function auditRoutes(reads: Db): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get('/', async (c) => {
    const { rows, total } = await findAudit(reads, readQuery(c, AuditQuery))
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
