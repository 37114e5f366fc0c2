import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { type Config, databaseFile } from '../config/config.ts'
import { type HubKey, openHubKey } from '../secrets/hub-key.ts'
import { BackupError, inOneLine } from '../store/backup/backup-error.ts'
import { backupPostgres, copyToPostgres, restorePostgres } from '../store/backup/copy-postgres.ts'
import { copySqlite } from '../store/backup/copy-sqlite.ts'
import type { Restored } from '../store/backup/prepare-restored.ts'
import { noteBackup } from '../store/backup/note-backup.ts'
import { lockFolder } from '../store/sqlite/folder-lock.ts'
import { restoreSqlite } from '../store/backup/restore-sqlite.ts'
import { makeWholeFile } from '../store/backup/whole-file.ts'

/**
 * Runs `backup <file>`, beside a running hub or not, prints its result, and returns the exit code.
 */
export function runBackup(args: readonly string[], config: Config): Promise<number> {
  return run('backup <file>', args, async (file) => {
    const url = config.databaseUrl
    const source = url ?? existingDatabase(config)
    const copy = url === null ? copySqlite : backupPostgres
    const signal = stopSignal()
    const at = Date.now()
    await makeWholeFile(file, (partial) => copy(source, partial, signal))
    const { size: bytes } = statSync(file)
    await noteBackup({ databaseUrl: url, file: databaseFile(config) }, { at, bytes }).catch(
      (error: unknown) => {
        // The backup itself is complete.
        const why = error instanceof Error ? error.message : String(error)
        process.stderr.write(`the hub's metrics do not know of this backup: ${why}\n`)
      },
    )
    return { file: resolve(file), bytes }
  })
}

/** Runs `restore <file>` while no hub serves, prints its result, and returns the exit code. */
export function runRestore(args: readonly string[], config: Config): Promise<number> {
  return run('restore <file>', args, async (file) => {
    const restored = resolve(file)
    const options = { now: Date.now(), key: openHubKey(config) }
    if (config.databaseUrl !== null) {
      const done = await restorePostgres(restored, config.databaseUrl, options)
      warnOfForeign(done, options.key)
      return { restored, rows: done.rows }
    }
    return await inLockedFolder(config, async () => {
      const done = await restoreSqlite(restored, databaseFile(config), options)
      warnOfForeign(done, options.key)
      return { restored, kept: done.kept && resolve(done.kept) }
    })
  })
}

/**
 * Runs `copy-to <postgres url>` while no hub serves, prints its result, and returns the exit code.
 * Without an argument it copies to DATABASE_URL, which no list of processes then shows.
 */
export function runCopyTo(args: readonly string[], config: Config): Promise<number> {
  const to = args.length === 0 && config.databaseUrl !== null ? [config.databaseUrl] : args
  return run('copy-to postgres://user:password@host:5432/database', to, async (url) => {
    if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
      throw new BackupError('give a Postgres URL: postgres://user:password@host:5432/database')
    }
    const file = existingDatabase(config)
    return await inLockedFolder(config, async () => {
      return { copied: resolve(file), rows: await copyToPostgres(file, url) }
    })
  })
}

/** Warns of what in a restored backup does not come from this hub. */
function warnOfForeign({ otherKey, leftOut }: Restored, { id }: HubKey): void {
  if (leftOut.length > 0) {
    const some = leftOut.slice(0, 5).map(inOneLine).join(', ')
    process.stderr.write(
      `somebody has changed this backup: it declares ${leftOut.length} that no hub does (${some}); that was left out, but its rows may be changed too: look at its accounts, and do without it if you can\n`,
    )
  }
  if (otherKey === null) return
  process.stderr.write(
    `the backup's audit log is under the key ${inOneLine(otherKey)}, and this hub's is ${id}: rows before are verified with the old key alone (audit verify --old-key-file), and second factors that the old key sealed are to be set up anew; where you have the old hub.key, restore again with it in place\n`,
  )
}

async function run(
  usage: string,
  [argument, ...more]: readonly string[],
  work: (argument: string) => Promise<object>,
): Promise<number> {
  try {
    if (!argument || argument.startsWith('-') || more.length > 0) {
      throw new BackupError(`usage: node hub/dist/main.js ${usage}`)
    }
    process.stdout.write(`${JSON.stringify(await work(argument), null, 2)}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

/** Runs `work` under the lock of the data folder, so that no hub can start on it. */
async function inLockedFolder<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const lock = lockFolder({ dataDir: config.dataDir, databaseUrl: null })
  try {
    return await work()
  } finally {
    lock.release()
  }
}

function existingDatabase(config: Config): string {
  const file = databaseFile(config)
  if (existsSync(file)) return file
  const folder = JSON.stringify(config.dataDir)
  throw new ConfigError(`HUB_DATA_DIR=${folder} holds no hub.db; set it to the hub's own folder`)
}

/** A signal that SIGINT and SIGTERM abort, so that the half-written file is removed. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new BackupError(`${name}: no backup was made`)))
  }
  return stop.signal
}
