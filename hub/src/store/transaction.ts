import { type Db, dialectOf } from './database.ts'
import { lockAllHubs, postgresTransaction } from './postgres/transaction.ts'
import { sqliteTransaction } from './sqlite/transaction.ts'

const lastQueued = new WeakMap<Db, Promise<unknown>>()

/**
 * Runs `work` in one transaction: it commits when `work` resolves, and nothing of it happened when
 * it rejects. A deadlock on Postgres, or a lock that another process has on SQLite, runs it again.
 * For rows that are only written, or where one statement or a unique index decides: on Postgres it
 * excludes only transactions that lock the same rows, on SQLite every other one.
 */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (dialectOf(db) === 'postgres') return postgresTransaction(db, work)
  return inQueue(db, () => sqliteTransaction(db, work))
}

/**
 * The same for what is checked and then done: it excludes every other such transaction of any hub,
 * so that what `work` has read stays true until it commits. Also for whatever appends an audit
 * entry: `appendAudit` takes this lock anyway, and two transactions that take it first, before any
 * row, never deadlock.
 */
export function withLockOfAllHubs<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (dialectOf(db) === 'sqlite') return inTransaction(db, work)
  return inQueue(db, () =>
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
function inQueue<T>(db: Db, start: () => Promise<T>): Promise<T> {
  const before = lastQueued.get(db) ?? Promise.resolve()
  const result = before.then(start)
  lastQueued.set(
    db,
    result.catch(() => {}),
  )
  return result
}
