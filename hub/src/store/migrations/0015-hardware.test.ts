import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { telemetrySeries, telemetrySources } from '../telemetry/telemetry-minutes.ts'
import { migrations } from './index.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'migrate-'))))
afterEach(() => rm(folder, { recursive: true }))

/** A file as the hub before this migration left it. */
async function fileOfBefore(): Promise<string> {
  const file = join(folder, 'hub.db')
  const database = new SqliteDatabase(file)
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  const before = Object.entries(migrations('sqlite')).filter(([name]) => name < '0015')
  const provider = { getMigrations: async () => Object.fromEntries(before) }
  await new Migrator({ db, provider }).migrateToLatest()
  database.exec(`
    insert into agents (id, code, code_key, name, created_at) values (1, 'a', 'a', 'A', 0);
    insert into agent_readers values (1, 'gate', 'line', '/dev/x', 'closed', 0, 'gone', 3, 9);
    insert into telemetry (epoch_id, seq, agent_id, received_at, type, value, unit, ts)
      values (1, 1, 1, 5, 'temp', 21.5, '°C', 5);
    insert into telemetry_minutes values (1, 'temp', 0, 43, 2), (1, 'temp', 60000, 20, 1), (1, 'hum', 0, 50, 1);
    insert into alert_notices (agent_id, kind, reader, told_at) values (1, 'reader_closed', 'gate', 9)`)
  await db.destroy()
  return file
}

it('keeps every row of before, whose samples name no source', async () => {
  const store = await openSqlite(await fileOfBefore())
  try {
    const { db } = store
    const range = { agentId: 1, type: 'temp', from: 0, to: 60_000 }
    expect(await telemetrySources(db, range)).toEqual([''])
    expect(await telemetrySeries(db, { ...range, source: '', widthMs: 60_000 })).toEqual([
      { bucket: 0, avg: 21.5 },
      { bucket: 60_000, avg: 20 },
    ])
    expect(await db.selectFrom('telemetry_minutes').selectAll().execute()).toHaveLength(3)
    expect(await db.selectFrom('telemetry').selectAll().execute()).toMatchObject([
      { source: '', value: 21.5 },
    ])
    expect(await db.selectFrom('agent_readers').selectAll().execute()).toMatchObject([
      { reader: 'gate', error: 'gone', warning: null },
    ])
    expect(await db.selectFrom('alert_notices').selectAll().execute()).toMatchObject([
      { kind: 'reader_closed', part: 'gate' },
    ])
    // Two sources have a minute each: the key has the source in it.
    const minute = { agent_id: 1, type: 'temp', minute: 0, sum: 1, count: 1 }
    await db
      .insertInto('telemetry_minutes')
      .values({ ...minute, source: 'patio' })
      .execute()
    await expect(db.insertInto('telemetry_minutes').values(minute).execute()).rejects.toThrow(
      'UNIQUE',
    )
  } finally {
    await store.close()
  }
})
