import { type Db, dialectOf } from './database.ts'
import { lockAllHubs, postgresTransaction } from './postgres/transaction.ts'
import { sqliteTransaction } from './sqlite/transaction.ts'

/** Transactions that wait for their turn: those of `urgent` run before all others. */
interface Queues {
  urgent: (() => Promise<void>)[]
  others: (() => Promise<void>)[]
  isRunning: boolean
}

const queuesOf = new WeakMap<Db, Queues>()

/**
 * Runs `work` in one transaction: commits when `work` resolves, and rolls back when it rejects.
 * `work` may run several times: again after a deadlock on Postgres, or while another process has
 * SQLite's lock. On Postgres it excludes only transactions that lock the same rows, on SQLite every
 * other one: use it for rows that are only written, or where one statement or a unique index
 * decides.
 */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (dialectOf(db) === 'postgres') return postgresTransaction(db, work)
  return inQueue(db, 'others', () => sqliteTransaction(db, work))
}

/**
 * Like `inTransaction`, for a relay command, for which a person waits at a barrier. On SQLite it
 * overtakes all transactions that wait, but not the running one; on Postgres `db` has connections
 * of its own for that.
 */
export function inUrgentTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (dialectOf(db) === 'postgres') return postgresTransaction(db, work)
  return inQueue(db, 'urgent', () => sqliteTransaction(db, work))
}

/**
 * Like `inTransaction`, but it excludes every other transaction with this lock, of any hub: what
 * `work` has read stays true until it commits. Use it to check something and then act on it, and
 * for whatever appends an audit entry: `appendAudit` takes this lock anyway, and transactions that
 * take it before they lock any row never deadlock.
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
 * Lets only one transaction at a time wait for the lock, since a waiting one holds the event loop
 * at each attempt on SQLite, and a connection on Postgres.
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
