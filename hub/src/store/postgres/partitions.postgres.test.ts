import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { addPartitions, dropPartitions } from './partitions.ts'

let store: TempStore
beforeAll(async () => void (store = await openTempStore()))
afterAll(() => store.close())

/** Counts the reads of each partition. */
async function months(): Promise<Record<string, number>> {
  const { rows } = await sql<{ month: string; n: number }>`
      select tableoid::regclass::text as month, count(*) as n from reads group by 1`.execute(
    store.db,
  )
  return Object.fromEntries(rows.map(({ month, n }) => [month, n]))
}

test('keeps reads by month, and in the default partition until their month has one', async () => {
  const { db } = store
  const entry = { epoch_id: 1, agent_id: 1, reader: 'gate', uid: 'TEST-1', clock: 'synced' }
  const times = [
    Date.UTC(2024, 1, 29),
    Date.UTC(2024, 4, 1) - 1,
    Date.UTC(2024, 4, 1),
    Date.UTC(2024, 8, 1) - 1,
    Date.UTC(2024, 8, 1),
  ]
  const rows = times.map((at, seq) => {
    return { ...entry, seq, read_at: at, received_at: at, late: 0 as const }
  })
  await addPartitions(db, Date.UTC(2024, 4, 31))
  await db.insertInto('reads').values(rows).execute()
  expect(await months()).toEqual({ reads_2024_05: 1, reads_2024_08: 1, reads_default: 3 })

  await addPartitions(db, Date.UTC(2024, 5, 1), Date.UTC(2024, 2, 1))
  await addPartitions(db, Date.UTC(2024, 5, 1), Date.UTC(2024, 2, 1))
  const later = { reads_2024_05: 1, reads_2024_08: 1, reads_2024_09: 1, reads_default: 1 }
  expect(await months()).toEqual({ reads_2024_04: 1, ...later })

  const before = Date.UTC(2024, 5, 1) - 1
  expect(await dropPartitions(db, 'telemetry', before)).toEqual(
    expect.arrayContaining(['telemetry_2024_03', 'telemetry_2024_04']),
  )
  const late = {
    seq: 9,
    read_at: Date.UTC(2024, 3, 2),
    received_at: before - 1,
    late: 1 as const,
  }
  await db
    .insertInto('reads')
    .values({ ...entry, ...late })
    .execute()
  expect(await dropPartitions(db, 'reads', before - 1)).toEqual(['reads_2024_03'])
  expect(await months()).toEqual({ reads_2024_04: 2, ...later })
  expect(await dropPartitions(db, 'reads', before)).toEqual(['reads_2024_04'])
  expect(await months()).toEqual(later)
})

test('has each month vacuumed after so many rows, also one that an earlier hub made', async () => {
  const settings = async () => {
    const { rows } = await sql<{ name: string; options: string[] | null }>`
      select relname as name, reloptions as options from pg_class
      where relispartition and relkind = 'r' and relname like 'reads%' order by 1`.execute(store.db)
    return rows
  }
  await sql`alter table reads_default reset
    (autovacuum_vacuum_insert_scale_factor, autovacuum_vacuum_insert_threshold)`.execute(store.db)
  expect((await settings()).filter(({ options }) => options === null)).toHaveLength(1)
  await addPartitions(store.db, Date.UTC(2024, 5, 1))
  const all = await settings()
  expect(all.length).toBeGreaterThan(3)
  for (const { options } of all) {
    expect(options).toContain('autovacuum_vacuum_insert_threshold=10000')
  }
})

test('moves every read into its month, also those that arrive meanwhile', async () => {
  const { db } = store
  const at = Date.UTC(2022, 4, 5)
  const read = {
    epoch_id: 1,
    agent_id: 1,
    reader: 'gate',
    uid: 'TEST-2',
    clock: 'synced',
    late: 0,
  }
  const coming: Promise<boolean>[] = []
  const come = () => {
    const row = { ...read, seq: coming.length, read_at: at, received_at: at, late: 0 as const }
    const inserted = db.insertInto('reads').values(row).execute()
    coming.push(
      inserted.then(
        () => true,
        () => false,
      ),
    )
  }
  come()
  await coming[0]
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      come()
      await delay(20)
      return result
    },
  })
  await addPartitions(watched, at, at)
  const stored = (await Promise.all(coming)).filter(Boolean).length
  expect(stored).toBeGreaterThan(1)
  expect((await months()).reads_2022_05).toBe(stored)
})

test('makes and drops no month that is being read, and keeps no insert waiting', async () => {
  const { db, readOnly } = store
  await addPartitions(db, Date.UTC(2021, 0), Date.UTC(2021, 0))
  const drop = () => dropPartitions(db, 'telemetry', Date.UTC(2021, 2))
  const insert = () =>
    sql`insert into telemetry (epoch_id, seq, agent_id, received_at, type, value, unit, ts)
        values (1, 1, 1, 0, 'temp', 20, 'C', ${Date.UTC(2024, 5)})`.execute(db)
  await readOnly.transaction().execute(async (trx) => {
    await sql`select count(*) from telemetry`.execute(trx)
    const dropped = drop()
    const added = addPartitions(db, Date.UTC(2019, 0), Date.UTC(2019, 0))
    await delay(100)
    const startedAt = performance.now()
    await insert()
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect(await dropped).toEqual([])
    await added
  })
  expect(await drop()).toEqual(['telemetry_2021_01', 'telemetry_2021_02'])
})
