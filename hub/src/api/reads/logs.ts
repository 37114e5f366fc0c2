import { Instant, LOGS_LIMIT_MAX, LogsResponse } from '@vehicle-control/protocol'
import { z } from 'zod'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { range, searchText } from '../http/query-fields.ts'
import { sendLogs } from './send-logs.ts'

/** Rows of a list that are sent: at most 20,000 whatever is asked for. */
const logsLimit = (byDefault: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Límite inválido: escribe un número entero desde 1')
    .transform((text) => Math.min(Number(text), LOGS_LIMIT_MAX))
    .prefault(String(byDefault))
    .meta({ description: `At most ${LOGS_LIMIT_MAX} rows are sent` })

/** The reads themselves. */
export const logCalls = [
  declareCall({
    id: 'searchReads',
    method: 'GET',
    path: '/api/rfid/logs',
    who: EVERY_ACCOUNT,
    summary: 'Reads, newest first, searched by plate, owner and tag',
    query: z.object({
      ...range,
      plate: searchText,
      owner: searchText,
      q: searchText,
      limit: logsLimit(200),
    }),
    answer: LogsResponse,
    handle: ({ query, context }, parts) => sendLogs(context, parts, query),
  }),
  declareCall({
    id: 'listReadsToday',
    method: 'GET',
    path: '/api/rfid/logs/today',
    who: EVERY_ACCOUNT,
    summary: 'Reads of today, newest first',
    query: z.object({ limit: logsLimit(200) }),
    answer: LogsResponse,
    async handle({ query: { limit }, context }, parts) {
      const now = parts.now()
      const from = parts.site.startOfDay(now)
      const to = parts.site.startOfDay(now, 1) - 1
      return await sendLogs(context, parts, { from, to, limit })
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
      limit: logsLimit(500),
    }),
    answer: LogsResponse,
    handle: ({ query: { late, ...query }, context }, parts) =>
      sendLogs(context, parts, { ...query, withoutLate: late === '0' }),
  }),
]
