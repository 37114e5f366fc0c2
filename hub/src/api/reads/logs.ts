import { Instant, LOGS_LIMIT_MAX, LogsResponse } from '@vehicle-control/protocol'
import { z } from 'zod'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { known, range, searchText } from '../http/query-fields.ts'
import { isExport, NO_SUCH_READ, sendLogs } from './send-logs.ts'

/** How many rows of a list are sent: at most LOGS_LIMIT_MAX, whatever is asked for. */
const logsLimit = (byDefault: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Límite inválido: escribe un número entero desde 1')
    .transform((text) => Math.min(Number(text), LOGS_LIMIT_MAX))
    .prefault(String(byDefault))
    .meta({ description: `At most ${LOGS_LIMIT_MAX} rows are sent` })

const before = z
  .string()
  .regex(/^[A-Za-z0-9]{1,64}-\d{1,15}$/, NO_SUCH_READ)
  .optional()
  .meta({
    description:
      'id of a read: a page of those that come behind it; total stays that of all pages, and reads that arrive between two pages neither repeat a row nor hide one; where the answer is truncated, give all pages the same to: without it the searched part moves on with what arrives',
  })

/** The reads themselves. */
export const logCalls = [
  declareCall({
    id: 'searchReads',
    method: 'GET',
    path: '/api/rfid/logs',
    who: EVERY_ACCOUNT,
    summary: 'Reads, newest first, searched by plate, owner and tag, page by page',
    query: z.object({
      ...range,
      plate: searchText,
      owner: searchText,
      q: searchText,
      known,
      before,
      limit: logsLimit(200),
    }),
    answer: LogsResponse,
    isExport,
    handle: ({ query, context }, parts) => sendLogs(context, parts, query),
  }),
  declareCall({
    id: 'listReadsToday',
    method: 'GET',
    path: '/api/rfid/logs/today',
    who: EVERY_ACCOUNT,
    summary: 'Reads of today, newest first; where to is given, of its day until then',
    query: z.object({ known, to: range.to, limit: logsLimit(200) }),
    answer: LogsResponse,
    isExport,
    async handle({ query, context }, parts) {
      const now = query.to ?? parts.now()
      const from = parts.site.startOfDay(now)
      const to = query.to ?? parts.site.startOfDay(now, 1) - 1
      return await sendLogs(context, parts, { ...query, from, to })
    },
  }),
  declareCall({
    id: 'listReads',
    method: 'GET',
    path: '/api/client/logs',
    who: EVERY_ACCOUNT,
    summary:
      'Reads of a range, newest first; receivedFrom goes by arrival, late=0 leaves late ones out',
    query: z.object({
      ...range,
      receivedFrom: Instant.optional(),
      late: z.enum(['0', '1']).optional(),
      known,
      before,
      limit: logsLimit(500),
    }),
    answer: LogsResponse,
    isExport,
    handle: ({ query: { late, ...query }, context }, parts) =>
      sendLogs(context, parts, { ...query, onTimeOnly: late === '0' }),
  }),
]
