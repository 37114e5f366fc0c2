import { Worker } from 'node:worker_threads'
import type { ReadReply, ReadRequest } from './read-only-worker.ts'

interface Waiting {
  resolve: (rows: Record<string, unknown>[]) => void
  reject: (error: Error) => void
}

interface Lane {
  worker: Worker
  waiting: Map<number, Waiting>
}

// Tests run the sources, which a worker thread has no loader for: it runs the built file.
const WORKER_URL = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/store/sqlite/read-only-worker.js', import.meta.url)
  : new URL('./read-only-worker.js', import.meta.url)

/** Worker threads, each with its own read-only connection to one SQLite file. */
export interface ReadOnlyPool {
  /** Runs a query on the least busy worker; rejects with SQLite's message. */
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
  const lanes = new Set<Lane>()
  let lastId = 0
  let closed = false

  function openLane(): Lane {
    const worker = new Worker(script, { workerData: file })
    const lane: Lane = { worker, waiting: new Map() }
    const lose = (cause: Error) => {
      lanes.delete(lane)
      for (const { reject } of lane.waiting.values()) reject(cause)
      lane.waiting.clear()
    }
    worker.on('message', (reply: ReadReply) => inATurn(() => settle(lane, reply)))
    worker.on('error', (error) => lose(new Error('the read-only worker failed', { cause: error })))
    worker.on('exit', () => lose(new Error('the read-only worker ended')))
    worker.unref()
    lanes.add(lane)
    return lane
  }

  function pickLane(): Lane {
    let best: Lane | undefined
    for (const lane of lanes) if (!best || lane.waiting.size < best.waiting.size) best = lane
    if (best && (best.waiting.size === 0 || lanes.size >= size)) return best
    return openLane()
  }

  return {
    query(sql, parameters) {
      if (closed) return Promise.reject(new Error('the store is closed'))
      return new Promise((resolve, reject) => {
        const lane = pickLane()
        const request: ReadRequest = { id: ++lastId, sql, parameters }
        // Posted first, since it throws for a parameter that cannot be cloned; the reply comes
        // later.
        lane.worker.postMessage(request)
        lane.waiting.set(request.id, { resolve, reject })
        // A worker keeps the process alive only while it owes a reply.
        lane.worker.ref()
      })
    },
    async close() {
      closed = true
      await Promise.all([...lanes].map((lane) => lane.worker.terminate()))
    },
  }
}

/** Replies whose turn of the event loop is still to come. */
const replies: (() => void)[] = []

/**
 * One reply a turn. A port gives all that it has at once: where what is done with a page takes as long as
 * a worker needs for the next one, it would always have another, and the loop stand still to the end.
 */
function inATurn(reply: () => void): void {
  if (replies.push(reply) === 1) setImmediate(takeTurn)
}

function takeTurn(): void {
  replies[0]?.()
  replies.shift()
  if (replies.length > 0) setImmediate(takeTurn)
}

function settle(lane: Lane, reply: ReadReply): void {
  const waiting = lane.waiting.get(reply.id)
  if (!waiting) return
  lane.waiting.delete(reply.id)
  if (lane.waiting.size === 0) lane.worker.unref()
  if ('error' in reply) {
    waiting.reject(new Error(reply.error))
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
