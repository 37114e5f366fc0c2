import { basename } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { BackupError, withBackupError } from './backup-error.ts'
import { assertSound } from './copy-sqlite.ts'
import { copyTables, firstTableInUse } from './copy-tables.ts'
import type { Db, Dialect } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { beforeBaseline } from '../migrations/before-baseline.ts'
import { madeMigrations } from '../migrations/newer.ts'
import { withLockOfAllHubs } from '../transaction.ts'
import { addPartitions } from '../postgres/partitions.ts'
import { openPostgres } from '../postgres/open-postgres.ts'
import { postgresRows, setSequences } from './postgres-rows.ts'
import { copyFresh } from './fresh-copy.ts'
import { fillSqlite } from './fill-sqlite.ts'
import { prepareRestored, type Restored, type RestoreOptions } from './prepare-restored.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { sqliteRows } from './sqlite-rows.ts'
import { withPartial } from './whole-file.ts'

const YEAR_MS = 366 * 86_400_000

/**
 * Copies a hub's SQLite database, which nobody may be writing to, into an empty Postgres database,
 * and returns the number of rows. When it fails, the target stays empty.
 *
 * @throws BackupError
 */
export async function copyToPostgres(file: string, url: string): Promise<number> {
  return await withBackupError('cannot copy to Postgres', async () => {
    // Opening migrates the file, so that both databases have the same schema.
    const source = await openSqlite(file)
    try {
      await assertOwnSchema(source.db, 'sqlite')
    } finally {
      await source.close()
    }
    return await fillPostgres(file, url, async (_, rows) => rows)
  })
}

/**
 * Fills an empty Postgres database from a backup, and returns the number of rows.
 *
 * @throws BackupError
 */
export async function restorePostgres(
  from: string,
  url: string,
  options: RestoreOptions,
): Promise<Restored & { rows: number }> {
  return await withBackupError(`cannot restore ${from}`, () =>
    // Through a copy, which is migrated.
    withPartial(from, async (copy) => {
      const leftOut = await copyFresh(from, copy)
      const note = { from: basename(from), kept: null, leftOut, ...options }
      return await fillPostgres(copy, url, async (trx, rows) => {
        return { rows, ...(await prepareRestored(trx, note)) }
      })
    }),
  )
}

async function fillPostgres<T>(
  file: string,
  url: string,
  after: (trx: Db, rows: number) => Promise<T>,
): Promise<T> {
  const target = await openForCopy(url)
  const source = new SqliteDatabase(file, { readonly: true })
  try {
    source.exec('begin')
    const rows = sqliteRows(source)
    const now = Date.now()
    await addPartitions(target.db, now, Math.max(await oldestRow(source), now - 10 * YEAR_MS))
    // With the lock, so that a hub that starts meanwhile does not create its first account.
    return await withLockOfAllHubs(target.db, async (trx) => {
      await liftTimeouts(trx)
      const filled = postgresRows(trx)
      const used = await firstTableInUse(filled)
      if (used !== null) {
        throw new BackupError(`the Postgres database has ${used} already; give an empty one`)
      }
      const copied = await copyTables(rows, filled)
      await setSequences(trx)
      return await after(trx, copied)
    })
  } finally {
    source.close()
    await target.close()
  }
}

/** Opens Postgres without a limit on how long an answer may take. */
const openForCopy = (url: string) => openPostgres(url, () => {}, 0)

/**
 * A sum over millions of rows takes minutes, and the transaction is idle while SQLite computes its
 * own.
 */
async function liftTimeouts(trx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
}

/**
 * A copy has only the tables and columns that this hub knows; those of a newer hub would be lost.
 *
 * @throws BackupError
 */
async function assertOwnSchema(db: Db, dialect: Dialect): Promise<void> {
  const made = await madeMigrations(db, dialect)
  const known = [...beforeBaseline(made), ...Object.keys(migrations(dialect))]
  const newer = made.find((name) => !known.includes(name))
  if (newer === undefined) return
  throw new BackupError(
    `the database was changed by a newer hub (it has «${newer}»), and a copy by this one would lack what that added; run the newer one's command`,
  )
}

async function oldestRow(source: SqliteDatabase.Database): Promise<number> {
  const oldest = source.prepare<[], number | null>(
    'select min(at) from (select min(read_at) as at from reads union all select min(ts) from telemetry)',
  )
  return oldest.pluck().get() ?? Date.now()
}

/**
 * Copies a Postgres database as it is at this moment, while hubs write to it, into a SQLite file:
 * the format of every backup. `to` is an existing empty file.
 *
 * @throws BackupError, or `signal`'s reason
 */
export async function backupPostgres(url: string, to: string, signal?: AbortSignal): Promise<void> {
  await (await openSqlite(to)).close()
  const source = await openForCopy(url)
  try {
    await assertOwnSchema(source.db, 'postgres')
    await fillSqlite(to, (file) =>
      source.readOnly
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          await liftTimeouts(trx)
          await copyTables(postgresRows(trx), sqliteRows(file), signal)
        }),
    )
  } finally {
    await source.close()
  }
  assertSound(to)
}
