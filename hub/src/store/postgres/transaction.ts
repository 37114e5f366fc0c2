import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db } from '../database.ts'

const TRIES = 10
const FIRST_PAUSE_MS = 5
/** Key of the advisory lock that all hubs share ("VC" and a number). */
const LOCK = 0x5643_0001
/** Codes of a serialization failure and a deadlock, after which a transaction may run again. */
const CONTENTION = new Set(['40001', '40P01'])

/**
 * Runs `work` in a READ COMMITTED transaction, again after a deadlock or a serialization failure.
 */
export async function postgresTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const canRetry = error instanceof DatabaseError && CONTENTION.has(error.code ?? '')
      if (!canRetry || tries === TRIES) throw error
    }
    await delay(Math.random() * FIRST_PAUSE_MS * 2 ** tries)
  }
}

/** Takes the lock that all hubs share until the transaction ends; waits for its holder. */
export async function lockAllHubs(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx)
}

/** The same without waiting; false while another transaction has the lock. */
export async function tryLockAllHubs(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as locked`.execute(trx)
  return rows[0]?.locked === true
}
