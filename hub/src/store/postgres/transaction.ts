import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db } from '../database.ts'

const TRIES = 10
const FIRST_PAUSE_MS = 5
/** Names the lock that transactions of all hubs share ("VC" and a number). */
const LOCK = 0x5643_0001
/** What Postgres lets us run again: a serialization failure, a deadlock. */
const CONTENTION = new Set(['40001', '40P01'])

/** A transaction at READ COMMITTED; a deadlock or a serialization failure runs it again. */
export async function postgresTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const again = error instanceof DatabaseError && CONTENTION.has(error.code ?? '')
      if (!again || tries === TRIES) throw error
    }
    await delay(Math.random() * FIRST_PAUSE_MS * 2 ** tries)
  }
}

/** Waits until no other transaction of any hub has the shared lock, and takes it until the end. */
export async function lockAllHubs(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx)
}
