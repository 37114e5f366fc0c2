import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase, { type Statement } from 'better-sqlite3'

/** A query for the worker. */
export interface ReadRequest {
  id: number
  sql: string
  parameters: readonly unknown[]
}

/** The worker's reply: rows as arrays, which cross the thread boundary far cheaper than objects. */
export type ReadReply =
  | { id: number; columns: string[]; rows: unknown[][] }
  /** `code` is SQLite's, where the failure is its. */
  | { id: number; error: string; code?: string }

const STATEMENTS_KEPT = 200

const sqlite = new SqliteDatabase(String(workerData), { readonly: true })
sqlite.pragma('busy_timeout = 5000')
sqlite.pragma('query_only = ON')
sqlite.pragma('trusted_schema = OFF')
sqlite.pragma('cache_size = -16384')
// SQLite's own lower() only handles ASCII, and there are owners called Núñez.
sqlite.function('lower', { deterministic: true }, (value) =>
  typeof value === 'string' ? value.toLowerCase() : value,
)

const statements = new Map<string, Statement<unknown[], unknown[]>>()

function prepare(sql: string): Statement<unknown[], unknown[]> {
  const kept = statements.get(sql)
  if (kept) return kept
  if (statements.size >= STATEMENTS_KEPT) statements.clear()
  const statement = sqlite.prepare<unknown[], unknown[]>(sql).raw(true)
  statements.set(sql, statement)
  return statement
}

parentPort?.on('message', ({ id, sql, parameters }: ReadRequest) => {
  let reply: ReadReply
  try {
    const statement = prepare(sql)
    const rows = statement.all(...parameters)
    reply = { id, columns: statement.columns().map((column) => column.name), rows }
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) }
    if (error instanceof SqliteDatabase.SqliteError) reply.code = error.code
  }
  parentPort?.postMessage(reply)
})
