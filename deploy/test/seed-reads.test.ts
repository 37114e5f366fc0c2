import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@vehicle-control/hub/store/sqlite/open-sqlite'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { seedReads } from './seed-reads.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

const until = Date.parse('2026-01-31T12:00:00Z')
const reads = 2500

async function seeded(seed: number): Promise<SqliteDatabase.Database> {
  const folder = mkdtempSync(join(tmpdir(), 'seed-'))
  folders.push(folder)
  const file = join(folder, 'hub.db')
  const store = await openSqlite(file)
  await seedReads({ db: store.db, reads, days: 400, seed, until })
  await store.close()
  return new SqliteDatabase(file, { readonly: true })
}

const rowsOf = (db: SqliteDatabase.Database) =>
  db.prepare('select seq, agent_id, uid, asset_id, read_at from reads order by id').all()

test('makes the same reads of 400 days for the same seed, and others for another', async () => {
  const [one, again, other] = [await seeded(7), await seeded(7), await seeded(8)]
  expect(rowsOf(again)).toEqual(rowsOf(one))
  expect(rowsOf(other)).not.toEqual(rowsOf(one))
  const ends = one.prepare('select min(read_at) as first, max(read_at) as last from reads').get()
  const { first, last } = ends as { first: number; last: number }
  expect(Math.round((last - first) / 86_400_000)).toBe(400)
  expect(last).toBeLessThan(until)
})

test('leaves counters that add up to the reads', async () => {
  const db = await seeded(1)
  const sum = (sql: string) => db.prepare(sql).pluck().get()
  expect(sum('select count(*) from reads')).toBe(reads)
  for (const table of ['read_counts', 'site_counts']) {
    expect(sum(`select sum(reads) from ${table}`)).toBe(reads)
  }
  expect(sum('select sum(readings_count) from agents')).toBe(reads)
  expect(sum('select sum(watermark) from agent_epochs')).toBe(reads)
  const known = sum('select count(*) from reads where asset_id is not null')
  for (const table of ['asset_counts', 'asset_days', 'asset_weeks']) {
    expect(sum(`select sum(reads) from ${table}`)).toBe(known)
  }
})

test('adds nothing to a database that has data', async () => {
  const { name } = await seeded(1)
  const store = await openSqlite(name)
  const again = seedReads({ db: store.db, reads, days: 400, seed: 1, until })
  await expect(again).rejects.toThrow('has data already')
  await store.close()
})
