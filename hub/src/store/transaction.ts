import { type Db, dialectOf } from './database.ts'
import { lockAllHubs, postgresTransaction } from './postgres/transaction.ts'
import { sqliteTransaction } from './sqlite/transaction.ts'

/** Transactions that wait for their turn: those of `urgent` go before all others. */
interface Queues {
  urgent: (() => Promise<void>)[]
  others: (() => Promise<void>)[]
  isRunning: boolean
}

const queuesOf = new WeakMap<Db, Queues>()

/**
 * Runs `work` in one transaction: it commits when `work` resolves, and nothing of it happened when
 * it rejects. A deadlock on Postgres, or a lock that another process has on SQLite, runs it again.
 * For rows that are only written, or where one statement or a unique index decides: on Postgres it
 * excludes only transactions that lock the same rows, on SQLite every other one.
 */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (dialectOf(db) === 'postgres') return postgresTransaction(db, work)
  return inQueue(db, 'others', () => sqliteTransaction(db, work))
}

/**
 * The same for what a person waits for at a barrier: on SQLite it goes before every transaction that
 * waits, and waits for the one that runs. On Postgres `db` has connections of its own for that.
 */
export function inUrgentTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (dialectOf(db) === 'postgres') return postgresTransaction(db, work)
  return inQueue(db, 'urgent', () => sqliteTransaction(db, work))
}

/**
 * The same for what is checked and then done: it excludes every other such transaction of any hub,
 * so that what `work` has read stays true until it commits. Also for whatever appends an audit
 * entry: `appendAudit` takes this lock anyway, and two transactions that take it first, before any
 * row, never deadlock.
 */
export function withLockOfAllHubs<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (dialectOf(db) === 'sqlite') return inTransaction(db, work)
  return inQueue(db, 'others', () =>
    postgresTransaction(db, async (trx) => {
      await lockAllHubs(trx)
      return await work(trx)
    }),
  )
}

/**
 * Lets one transaction at a time wait for the lock: on SQLite each attempt may hold the event loop
 * for a moment, on Postgres each holds a connection.
 */
function inQueue<T>(db: Db, urgency: 'urgent' | 'others', start: () => Promise<T>): Promise<T> {
  const queues = queuesOf.get(db) ?? { urgent: [], others: [], isRunning: false }
  queuesOf.set(db, queues)
  return new Promise<T>((resolve, reject) => {
    queues[urgency].push(() => start().then(resolve, reject))
    if (!queues.isRunning) void runAll(queues)
  })
}

async function runAll(queues: Queues): Promise<void> {
  queues.isRunning = true
  for (;;) {
    const next = queues.urgent.shift() ?? queues.others.shift()
    if (next === undefined) break
    await next()
  }
  queues.isRunning = false
}
