import { Worker } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import type { ReadReply, ReadRequest } from './read-only-worker.ts'

interface Waiting {
  resolve: (rows: Record<string, unknown>[]) => void
  reject: (error: Error) => void
}

interface PoolWorker {
  worker: Worker
  waiting: Map<number, Waiting>
}

// Tests run the sources, which a worker thread has no loader for: it runs the built file.
const WORKER_URL = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/store/sqlite/read-only-worker.js', import.meta.url)
  : new URL('./read-only-worker.js', import.meta.url)

/** Worker threads, each with its own read-only connection to one SQLite file. */
export interface ReadOnlyPool {
  /** Runs a query on the least busy worker; rejects with SQLite's message and code. */
  query(sql: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Ends the workers; queries under way are rejected. */
  close(): Promise<void>
}

/** Opens the pool; a worker starts with the first query that needs it, and again after it died. */
export function createReadOnlyPool(
  file: string,
  size: number,
  script: URL = WORKER_URL,
): ReadOnlyPool {
  const workers = new Set<PoolWorker>()
  let lastId = 0
  let closed = false

  function startWorker(): PoolWorker {
    const worker = new Worker(script, { workerData: file })
    const one: PoolWorker = { worker, waiting: new Map() }
    const fail = (cause: Error) => {
      workers.delete(one)
      for (const { reject } of one.waiting.values()) reject(cause)
      one.waiting.clear()
    }
    const take = (reply: ReadReply) => {
      settle(one, reply)
      // A worker that is being ended keeps the process alive until it has ended.
      if (one.waiting.size === 0 && !closed) worker.unref()
    }
    worker.on('message', (reply: ReadReply) => queueReply(() => take(reply)))
    worker.on('error', (error) => fail(new Error('the read-only worker failed', { cause: error })))
    worker.on('exit', () => fail(new Error('the read-only worker ended')))
    worker.unref()
    workers.add(one)
    return one
  }

  function pickWorker(): PoolWorker {
    let best: PoolWorker | undefined
    for (const one of workers) if (!best || one.waiting.size < best.waiting.size) best = one
    if (best && (best.waiting.size === 0 || workers.size >= size)) return best
    return startWorker()
  }

  return {
    query(sql, parameters) {
      if (closed) return Promise.reject(new Error('the store is closed'))
      return new Promise((resolve, reject) => {
        const one = pickWorker()
        const request: ReadRequest = { id: ++lastId, sql, parameters }
        // Posted first, since it throws for a parameter that cannot be cloned; the reply comes
        // later.
        one.worker.postMessage(request)
        one.waiting.set(request.id, { resolve, reject })
        // A worker keeps the process alive only while it owes a reply.
        one.worker.ref()
      })
    },
    async close() {
      closed = true
      await Promise.all([...workers].map((one) => one.worker.terminate()))
    },
  }
}

/** Replies that wait to be delivered, one in each turn of the event loop. */
const replies: (() => void)[] = []

/**
 * Delivers one reply in each turn of the event loop. A port delivers all its messages in one turn:
 * where handling a page takes as long as the worker needs for the next one, there would always be
 * another, and the event loop would be blocked until the last.
 */
function queueReply(reply: () => void): void {
  if (replies.push(reply) === 1) setImmediate(deliverNext)
}

function deliverNext(): void {
  replies[0]?.()
  replies.shift()
  if (replies.length > 0) setImmediate(deliverNext)
}

function settle(one: PoolWorker, reply: ReadReply): void {
  const waiting = one.waiting.get(reply.id)
  if (!waiting) return
  one.waiting.delete(reply.id)
  if ('error' in reply) {
    const { error, code } = reply
    waiting.reject(
      code === undefined ? new Error(error) : new SqliteDatabase.SqliteError(error, code),
    )
    return
  }
  const { columns, rows } = reply
  waiting.resolve(
    rows.map((cells) => {
      const row: Record<string, unknown> = {}
      for (let i = 0; i < columns.length; i++) row[columns[i] ?? i] = cells[i]
      return row
    }),
  )
}
