import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Db } from '../../store/database.ts'
import type { FoundReads } from '../../store/reads/find-reads.ts'
import { readLogPages } from '../../store/reads/read-logs.ts'
import type { ApiEnv } from '../http/request-variables.ts'

/** Sends a LogsResponse page by page, as fast as the client takes it and no faster. */
export function sendLogs(
  c: Context<ApiEnv>,
  { searches, log }: { searches: Db; log: Logger },
  found: FoundReads,
): Response {
  const body = ReadableStream.from(logged(logsText(searches, found), log))
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

async function* logsText(searches: Db, found: FoundReads): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`{"total":${found.total},"truncated":${found.truncated},"logs":[`)
  let separator = ''
  for await (const page of readLogPages(searches, found)) {
    if (page.length === 0) continue
    const rows = page.map((row) => JSON.stringify(row)).join(',')
    yield encoder.encode(separator + rows)
    separator = ','
  }
  yield encoder.encode(']}')
}
