import { Instant, LOGS_LIMIT_MAX } from '@vehicle-control/protocol'
import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Db } from '../../store/database.ts'
import { type FoundReads, findReads } from '../../store/reads/find-reads.ts'
import { readLogPages } from '../../store/reads/read-logs.ts'
import type { ApiEnv } from '../http/env.ts'
import { readQuery } from '../http/input.ts'
import { range, requireOrder, searchText } from '../http/paging.ts'

/** How many rows of a list are sent: at most 20,000 whatever is asked for. */
export const logsLimit = (byDefault: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Límite inválido: escribe un número entero desde 1')
    .transform((text) => Math.min(Number(text), LOGS_LIMIT_MAX))
    .prefault(String(byDefault))
    .meta({ description: `At most ${LOGS_LIMIT_MAX} rows are sent` })

export const RfidLogsQuery = z.object({
  ...range,
  plate: searchText,
  owner: searchText,
  q: searchText,
  limit: logsLimit(200),
})

export const ClientLogsQuery = z.object({
  ...range,
  receivedFrom: Instant.optional(),
  late: z.enum(['0', '1']).optional(),
  limit: logsLimit(500),
})

export interface LogRouteParts {
  /** Reading connections. */
  logs: Db
  log: Logger
}

/** GET /api/rfid/logs: the dashboard's table, searched. */
export function rfidLogsRoutes(parts: LogRouteParts): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get('/', async (c) => {
    const query = readQuery(c, RfidLogsQuery)
    requireOrder(query)
    return sendLogs(c, parts, await findReads(parts.logs, query))
  })
}

/** GET /api/client/logs: the reads of a range for live screen, map and exports. */
export function clientLogsRoutes(parts: LogRouteParts): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get('/', async (c) => {
    const { late, ...query } = readQuery(c, ClientLogsQuery)
    requireOrder(query)
    const found = await findReads(parts.logs, { ...query, withoutLate: late === '0' })
    return sendLogs(c, parts, found)
  })
}

/** Sends a LogsResponse page by page, as fast as the client takes it and no faster. */
export function sendLogs(
  c: Context<ApiEnv>,
  { logs, log }: LogRouteParts,
  found: FoundReads,
): Response {
  const body = ReadableStream.from(logged(logsText(logs, found), log))
  return c.body(body, 200, { 'content-type': 'application/json; charset=utf-8' })
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

async function* logsText(logs: Db, found: FoundReads): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`{"total":${found.total},"truncated":${found.truncated},"logs":[`)
  let separator = ''
  for await (const page of readLogPages(logs, found)) {
    if (page.length === 0) continue
    const rows = page.map((row) => JSON.stringify(row)).join(',')
    yield encoder.encode(separator + rows)
    separator = ','
  }
  yield encoder.encode(']}')
}
