import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openSqlite } from '../store/database.ts'
import { openReadOnly } from '../store/read-only.ts'

export interface TempStore {
  file: string
  db: Db
  /** A reading connection to the same file. */
  reads: Db
  close(): Promise<void>
}

/** A migrated store in a folder of its own, gone with `close`. */
export async function openTempStore(): Promise<TempStore> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-store-'))
  const file = join(folder, 'hub.db')
  const store = await openSqlite(file)
  const reading = openReadOnly(file, 2)
  return {
    file,
    db: store.db,
    reads: reading.db,
    async close() {
      await reading.close()
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}
