import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../schema/tables.ts'
import { up as base } from './0001-base.ts'
import { up as reportCounts } from './0005-report-counts.ts'

test('sums up the counters that are there and keeps them', async () => {
  const dialect = new SqliteDialect({ database: new SqliteDatabase(':memory:') })
  const db = new Kysely<Database>({ dialect })
  // Migrations know no schema.
  const bare = db as unknown as Kysely<unknown>
  await base(bare, 'sqlite')
  const day = 86_400_000
  const perAgent = [
    { bucket: day, agent_id: 1, reads: 2, suppressed: 5 },
    { bucket: day, agent_id: 2, reads: 3, suppressed: 0 },
    { bucket: day + 900_000, agent_id: 1, reads: 4, suppressed: 1 },
  ]
  const perAsset = [
    { bucket: day, asset_id: 7, reads: 1 },
    { bucket: 2 * day - 900_000, asset_id: 7, reads: 2 },
    { bucket: 2 * day, asset_id: 7, reads: 4 },
  ]
  await db.insertInto('read_counts').values(perAgent).execute()
  await db.insertInto('asset_counts').values(perAsset).execute()
  await reportCounts(bare, 'sqlite')
  expect(await db.selectFrom('site_counts').selectAll().execute()).toEqual([
    { bucket: day, reads: 5, suppressed: 5 },
    { bucket: day + 900_000, reads: 4, suppressed: 1 },
  ])
  expect(await db.selectFrom('asset_counts').selectAll().execute()).toEqual(perAsset)
  expect(await db.selectFrom('asset_days').selectAll().execute()).toEqual([
    { day, asset_id: 7, reads: 3 },
    { day: 2 * day, asset_id: 7, reads: 4 },
  ])
  await db.destroy()
})
