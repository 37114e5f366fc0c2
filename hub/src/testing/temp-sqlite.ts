import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../store/open-store.ts'
import { openSqlite } from '../store/sqlite/open-sqlite.ts'

/** The key of every temporary store, so that none makes and syncs a file for it. */
export const TEST_KEY = 'a key of the tests, as long as a true one must be'

let template: Promise<Buffer> | undefined

/** A migrated store on a SQLite file of its own, gone with `close`: for what is of SQLite alone. */
export async function openTempSqlite() {
  const folder = await mkdtemp(join(tmpdir(), 'hub-store-'))
  const file = join(folder, 'hub.db')
  template ??= migratedFile()
  await writeFile(file, await template)
  const config = { dataDir: folder, databaseUrl: null, auditKey: TEST_KEY }
  const store = await openStore(config)
  return {
    config,
    file,
    db: store.db,
    urgent: store.urgent,
    urgentReads: store.urgentReads,
    readOnly: store.readOnly,
    key: store.key,
    async close() {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The bytes of a database without rows, which are migrated once a test process. */
async function migratedFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-template-'))
  const file = join(folder, 'hub.db')
  await (await openSqlite(file)).close()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}
