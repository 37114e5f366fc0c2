import type { Context } from 'hono'
import { LISTED_READS_MAX } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import type { ApiParts } from '../parts.ts'
import type { Db } from '../../store/database.ts'
import { findReads, type FoundReads, type ReadQuery } from '../../store/reads/find-reads.ts'
import { readLogPages } from '../../store/reads/read-logs.ts'
import { countReads } from '../../store/reports/count-reads.ts'
import { requireOrder } from '../http/query-fields.ts'
import type { ApiEnv } from '../http/request-variables.ts'

/** No time is later: the last one that a Date can hold. */
const LAST_INSTANT = 8.64e15

/**
 * Finds reads and sends a LogsResponse page by page, as fast as the client takes it and no faster.
 * More than a screen lists is an export, and an entry of the audit log.
 */
export async function sendLogs(
  c: Context<ApiEnv>,
  { db, searches, log, now }: Pick<ApiParts, 'db' | 'searches' | 'log' | 'now'>,
  query: ReadQuery,
): Promise<Response> {
  requireOrder(query)
  const found = await findReads(searches, query)
  if (query.limit > LISTED_READS_MAX) {
    const { from = null, to = null, plate = '', owner = '', q = '', receivedFrom = null } = query
    const asked = { from, to, receivedFrom, plate, owner, q }
    const given = Object.entries(asked).filter(([, value]) => value !== '' && value !== null)
    const detail = { ...Object.fromEntries(given), rows: found.ids.length }
    const entry = { at: now(), action: 'reads.export', target: c.var.route, detail }
    // Before the first byte: nobody gets them without that being written down.
    await withLockOfAllHubs(db, (trx) => appendAudit(trx, auditEntry(c.var, entry)))
  }
  const total = found.total ?? (await countRange(searches, query))
  const body = ReadableStream.from(logged(logsText(searches, { ...found, total }), log))
  return c.body(body, 200, { 'content-type': 'application/json; charset=utf-8' })
}

async function countRange(db: Db, { from = 0, to = LAST_INSTANT - 1 }: ReadQuery): Promise<number> {
  const [total = 0] = await countReads(db, [{ from, until: to + 1 }])
  return total
}

/** By now the answer has begun: an error can only break it off, and nobody else would log it. */
async function* logged<T>(parts: AsyncIterable<T>, log: Logger): AsyncGenerator<T> {
  try {
    yield* parts
  } catch (error) {
    log.error({ err: error }, 'a list broke off')
    throw error
  }
}

async function* logsText(searches: Db, found: FoundReads): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const { total, capped, truncated } = found
  yield encoder.encode(`{"total":${total},"capped":${capped},"truncated":${truncated},"logs":[`)
  let separator = ''
  for await (const page of readLogPages(searches, found)) {
    if (page.length === 0) continue
    const rows = page.map((row) => JSON.stringify(row)).join(',')
    yield encoder.encode(separator + rows)
    separator = ','
  }
  yield encoder.encode(']}')
}
