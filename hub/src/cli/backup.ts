import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { type Config, databaseFile } from '../config.ts'
import { BackupError } from '../store/backup-error.ts'
import { copySqlite } from '../store/copy-sqlite.ts'
import { lockFolder } from '../store/folder-lock.ts'
import { restoreSqlite } from '../store/restore-sqlite.ts'
import { makeWholeFile } from '../store/whole-file.ts'

/** Runs `backup <file>`, beside a running hub or not, prints its result, and returns the exit code. */
export function runBackup(args: readonly string[], config: Config): Promise<number> {
  return run('backup', args, async (file) => {
    const source = databaseFile(config)
    if (!existsSync(source)) {
      const folder = JSON.stringify(config.dataDir)
      throw new ConfigError(
        `HUB_DATA_DIR=${folder} holds no hub.db; set it to the hub's own folder`,
      )
    }
    const signal = stopSignal()
    await makeWholeFile(file, (partial) => copySqlite(source, partial, signal))
    return { file: resolve(file), bytes: statSync(file).size }
  })
}

/** Runs `restore <file>` while no hub serves, prints its result, and returns the exit code. */
export function runRestore(args: readonly string[], config: Config): Promise<number> {
  return run('restore', args, async (file) => {
    const lock = lockFolder({ dataDir: config.dataDir, databaseUrl: null })
    try {
      const restored = resolve(file)
      const { kept } = await restoreSqlite(restored, databaseFile(config), Date.now())
      return { restored, kept: kept && resolve(kept) }
    } finally {
      lock.release()
    }
  })
}

async function run(
  command: string,
  [file, ...more]: readonly string[],
  work: (file: string) => Promise<object>,
): Promise<number> {
  try {
    if (!file || file.startsWith('-') || more.length > 0) {
      throw new BackupError(`usage: node hub/dist/main.js ${command} <file>`)
    }
    process.stdout.write(`${JSON.stringify(await work(file), null, 2)}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

/** Aborted when somebody ends the process, so that it takes its half-written file with it. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new BackupError(`${name}: no backup was made`)))
  }
  return stop.signal
}
