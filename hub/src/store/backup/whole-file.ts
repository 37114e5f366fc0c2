import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { BackupError, withBackupError } from './backup-error.ts'

/**
 * Makes a database file atomically: `write` fills a file beside it, which is synced to disk and
 * then renamed. Only this account can read it, and no existing file is replaced.
 *
 * @throws BackupError
 */
export async function makeWholeFile(
  file: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  const path = resolve(file)
  assertFree(path)
  await withBackupError(`cannot make ${path}`, () =>
    withPartial(path, async (partial) => {
      await write(partial)
      await syncToDisk(partial)
      assertFree(path)
      await rename(partial, path)
      await syncToDisk(dirname(path))
    }),
  )
}

/** Runs `work` with an empty file beside `file`, for this account only, and removes it after. */
export async function withPartial<T>(
  file: string,
  work: (partial: string) => Promise<T>,
): Promise<T> {
  const partial = `${resolve(file)}.${randomBytes(4).toString('hex')}.partial`
  try {
    await makeEmptyFile(partial)
    return await work(partial)
  } finally {
    await removeDatabase(partial)
  }
}

/** Makes a new file that only this account can read. */
export async function makeEmptyFile(path: string): Promise<void> {
  await (await open(path, 'wx', 0o600)).close()
}

function assertFree(path: string): void {
  if (existsSync(path)) throw new BackupError(`${path} exists already; give another name`)
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupError(`there is no folder ${dirname(path)}; make it, or give another one`)
  }
}

/** Syncs a file, or a folder's list of names, so that it survives a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes a SQLite file with all that SQLite keeps beside it. */
export async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-journal', '-wal', '-shm']) await rm(file + end, { force: true })
}
