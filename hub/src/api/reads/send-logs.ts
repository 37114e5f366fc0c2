import type { Context } from 'hono'
import { LISTED_READS_MAX, type ReadLog } from '@vehicle-control/protocol'
import type { Session } from '../../store/auth/sessions.ts'
import type { ApiParts } from '../parts.ts'
import type { Db } from '../../store/database.ts'
import { findReads, type ReadQuery } from '../../store/reads/find-reads.ts'
import type { FoundReads } from '../../store/reads/read-list.ts'
import { findPlace, type ReadPlace } from '../../store/reads/read-place.ts'
import { readLogPages } from '../../store/reads/read-logs.ts'
import { countReads } from '../../store/reports/count-reads.ts'
import { invalidField } from '../http/errors.ts'
import { requireOrder } from '../http/query-fields.ts'
import { streamBody } from '../http/answers/stream-body.ts'
import { jsonFor, requireOwners } from '../http/answers/owners.ts'
import type { ApiEnv } from '../http/request-variables.ts'

/** For an id that no stored read has; retention may have deleted it meanwhile. */
export const NO_SUCH_READ = 'Esa lectura ya no está; vuelve a la primera página'

/** A requested list; its page begins behind the read whose id is `before`. */
type LogsRequest = Omit<ReadQuery, 'after'> & { before?: string | undefined }

/** The last moment that a Date can hold. */
const LAST_INSTANT = 8.64e15

/**
 * Finds reads and sends a LogsResponse page by page, as fast as the client takes it and no faster.
 */
export async function sendLogs(
  c: Context<ApiEnv>,
  { searches, log, bulkReads }: Pick<ApiParts, 'searches' | 'log' | 'bulkReads'>,
  asked: LogsRequest,
): Promise<Response> {
  requireOrder(asked)
  const { session } = c.var
  const { before, ...query } = asked
  const { plate, owner, q, known, to } = query
  if (owner !== undefined) requireOwners(session)
  const after = before === undefined ? undefined : await placeOf(searches, before)
  const found = await findReads(searches, { ...query, after })
  // Before the first byte: nobody gets reads without a record of it.
  await bulkReads.note(c.var, {
    rows: found.ids.length,
    asked: { plate, owner, q, known, to, before },
    isFurther: before !== undefined || isExport(query),
  })
  const total = found.total ?? (await countRange(searches, query))
  const body = streamBody(logsText(searches, { ...found, total }, session), log)
  return c.body(body, 200, { 'content-type': 'application/json; charset=utf-8' })
}

/** Whether more rows are asked for than any screen lists. */
export const isExport = ({ limit }: Pick<ReadQuery, 'limit'>): boolean => limit > LISTED_READS_MAX

/** @throws 400 where the read is not there. */
async function placeOf(db: Db, readId: string): Promise<ReadPlace> {
  const place = await findPlace(db, readId)
  if (place === null) throw invalidField('before', NO_SUCH_READ, NO_SUCH_READ)
  return place
}

async function countRange(db: Db, { from = 0, to = LAST_INSTANT - 1 }: ReadQuery): Promise<number> {
  const [total = 0] = await countReads(db, [{ from, until: to + 1 }])
  return total
}

async function* logsText(
  searches: Db,
  found: FoundReads,
  session: Session,
): AsyncGenerator<string> {
  const { total, capped, truncated } = found
  yield `{"total":${total},"capped":${capped},"truncated":${truncated},"logs":[`
  let separator = ''
  for await (const page of readLogPages(searches, found)) {
    if (page.length === 0) continue
    const rows = page.map((row) => jsonFor(session, forRole(session, row))).join(',')
    yield separator + rows
    separator = ','
  }
  yield ']}'
}

/** Who stands before a wall sees that a vehicle may not pass, and not why. */
function forRole({ kiosk }: Session, row: ReadLog): ReadLog {
  if (!kiosk || row.decision === undefined) return row
  return { ...row, decision: { verdict: row.decision.verdict } }
}
