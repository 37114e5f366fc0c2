import { afterEach, beforeEach, expect, it } from 'vitest'
import { dialectOf } from '../store/database.ts'
import { addDatabaseSize, databaseSizes, saveSettings } from '../store/settings/settings.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { silent } from '../testing/test-hub.ts'
import { DatabaseGrowth, growthADay } from './database-growth.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 20, 12)
let store: TempStore
let now: number
beforeEach(async () => {
  store = await openTempStore()
  now = START
})
afterEach(() => store.close())

const openGrowth = () =>
  new DatabaseGrowth({ ...store, file: store.file, log: silent, now: () => now })

it('the size of a database is noted once a day, however many hubs are on it, and for two weeks', async () => {
  const hubs = [openGrowth(), openGrowth()]
  for (let hour = 0; hour < 20 * 24; hour += 6) {
    for (const hub of hubs) await hub.note()
    now += 6 * 3_600_000
  }
  const sizes = await databaseSizes(store.db)
  expect(sizes).toHaveLength(15)
  expect(sizes.at(-1)).toMatchObject({ kind: dialectOf(store.db) })
  expect(sizes.at(-1)?.bytes).toBeGreaterThan(100_000)
  expect(sizes.at(-1)?.at).toBeGreaterThan(now - DAY_MS)
})

it('a database that holds sizes keeps them among its other settings', async () => {
  await addDatabaseSize(store.db, { at: 1, bytes: 2, kind: 'sqlite' })
  await addDatabaseSize(store.db, { at: 3, bytes: 4, kind: 'postgres' })
  expect(await databaseSizes(store.readOnly)).toEqual([
    { at: 1, bytes: 2, kind: 'sqlite' },
    { at: 3, bytes: 4, kind: 'postgres' },
  ])
})

it.each(['not JSON', '{"of": "a newer hub"}'])(
  'sizes of which «%s» is stored begin anew',
  async (value) => {
    await saveSettings(store.db, [{ key: 'database_sizes', value }])
    expect(await databaseSizes(store.readOnly)).toEqual([])
    await openGrowth().note()
    expect(await databaseSizes(store.readOnly)).toHaveLength(1)
  },
)

it.each([
  ['nothing that was noted', [], null],
  ['less than a day', [[0.9, 0]], null],
  ['a day', [[1, 300]], 700],
  ['two days', [[2, 0]], 500],
  [
    'the last week',
    [
      [30, 0],
      [14, 0],
      [7, 300],
      [1, 300],
    ],
    100,
  ],
  ['what is left of a hub that was off', [[10, 0]], 100],
  ['what shrank', [[2, 5000]], -2000],
  ['a clock that was ahead', [[-400, 0]], null],
])('a database grows by the day as %s says', (_, days, growth) => {
  const sizes = days.map(([ago = 0, bytes = 0]) => {
    return { at: now - ago * DAY_MS, bytes, kind: 'sqlite' as const }
  })
  expect(growthADay(sizes, { at: now, bytes: 1000, kind: 'sqlite' })).toBe(growth)
  expect(growthADay(sizes, { at: now, bytes: 1000, kind: 'postgres' })).toBeNull()
})
