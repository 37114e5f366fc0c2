import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { BackupError, reasonOf } from './backup-error.ts'

/**
 * Makes a database file that is there whole or not at all: `write` fills a file beside it, which
 * gets the name once it is on the disk. Only this account can read it, and no other file is
 * replaced.
 *
 * @throws BackupError
 */
export async function makeWholeFile(
  file: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  const path = resolve(file)
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`
  assertFree(path)
  try {
    await (await open(partial, 'wx', 0o600)).close()
    await write(partial)
    await syncToDisk(partial)
    assertFree(path)
    await rename(partial, path)
    await syncToDisk(dirname(path))
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`cannot write ${path}: ${reasonOf(error)}`, { cause: error })
  } finally {
    await removeDatabase(partial)
  }
}

function assertFree(path: string): void {
  if (existsSync(path)) throw new BackupError(`${path} exists already; give another name`)
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupError(`there is no folder ${dirname(path)}; make it, or give another one`)
  }
}

/** Resolves when the file, or a folder's list of names, survives a power cut. */
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
