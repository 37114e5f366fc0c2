import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HubKey } from '../secrets/hub-key.ts'
import type { Db } from '../store/database.ts'
import { openStore } from '../store/open-store.ts'
import { createDatabase, dropDatabase } from './postgres-server.ts'
import { TEST_KEY, openTempSqlite } from './temp-sqlite.ts'

export interface TempStore {
  /** What opens the same database once more. */
  config: { dataDir: string; databaseUrl: string | null; auditKey: string }
  /** Of the SQLite file, where there is one. */
  file: string
  db: Db
  /** The connections of relay commands. */
  urgent: Db
  urgentReads: Db
  /** A read-only connection to the same database. */
  readOnly: Db
  key: HubKey
  close(): Promise<void>
}

/**
 * A migrated store of its own, gone with `close`: on SQLite, or on the Postgres that the test run
 * started where TEST_STORE says so. A test file that reaches this one runs on both.
 */
export function openTempStore(): Promise<TempStore> {
  return process.env.TEST_STORE === 'postgres' ? openTempPostgres() : openTempSqlite()
}

async function openTempPostgres(): Promise<TempStore> {
  const { inject } = await import('vitest')
  const template = inject('postgresTemplate')
  const databaseUrl = await createDatabase(template, template)
  const folder = await mkdtemp(join(tmpdir(), 'hub-store-'))
  const config = { dataDir: folder, databaseUrl, auditKey: TEST_KEY }
  const store = await openStore(config)
  return {
    config,
    file: join(folder, 'hub.db'),
    db: store.db,
    urgent: store.urgent,
    urgentReads: store.urgentReads,
    readOnly: store.readOnly,
    key: store.key,
    async close() {
      await store.close()
      await dropDatabase(databaseUrl)
      await rm(folder, { recursive: true })
    },
  }
}
