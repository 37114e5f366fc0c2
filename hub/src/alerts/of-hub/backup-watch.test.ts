import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveLastBackup } from '../../store/settings/settings.ts'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { BackupWatch } from './backup-watch.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 20, 12)
let store: TempStore
let now: number
beforeEach(async () => {
  store = await openTempStore()
  now = START
})
afterEach(() => store.close())

const openWatch = (maxHours = 48) =>
  new BackupWatch({ readOnly: store.readOnly, maxHours, now: () => now })

const addAgent = (created_at: number) =>
  store.db
    .insertInto('agents')
    .values({ code: 'g1', code_key: 'g1', name: 'G1', created_at })
    .execute()

it('a hub without a backup has three days for its first from its first gate on', async () => {
  const watch = openWatch()
  await watch.look()
  expect(watch.findings()).toEqual([])
  await addAgent(START)
  now = START + 72 * HOUR_MS
  await watch.look()
  expect(watch.findings()).toEqual([])
  now += 1
  await watch.look()
  const never = { kind: 'backup_never', since: START, until: null, cause: null, isOfAll: true }
  expect(watch.findings()).toEqual([never])
})

it('the newest backup is too old after the hours that are set, and a new one ends it', async () => {
  await addAgent(0)
  await saveLastBackup(store.db, { at: START, bytes: 1 })
  const watch = openWatch()
  now = START + 48 * HOUR_MS
  await watch.look()
  expect(watch.findings()).toEqual([])
  now += 1
  await watch.look()
  expect(watch.findings()).toMatchObject([{ kind: 'backup_old', since: START }])
  await saveLastBackup(store.db, { at: now, bytes: 1 })
  await watch.look()
  expect(watch.findings()).toEqual([])
})

it('a backup stands as its alert does, and is unknown before the first look', async () => {
  await addAgent(0)
  const watch = openWatch()
  expect(watch.state()).toEqual({ level: 'unknown', newest: null, maxHours: 48 })
  await watch.look()
  expect(watch.state().level).toBe('warn')
  const newest = { at: START, bytes: 1 }
  await saveLastBackup(store.db, newest)
  await watch.look()
  expect(watch.state()).toEqual({ level: 'ok', newest, maxHours: 48 })
  expect(openWatch(0).state()).toEqual({ level: 'ok', newest: null, maxHours: 0 })
})

it('where backups are made elsewhere, or nothing is to lose, none is missed', async () => {
  await addAgent(0)
  const watch = openWatch(0)
  await watch.look()
  expect(watch.findings()).toEqual([])
})
