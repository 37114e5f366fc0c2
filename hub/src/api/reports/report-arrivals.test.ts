import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAssets } from '../../store/assets/assets.ts'
import { storeReads, type TestRead } from '../../testing/store-reads.ts'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { SiteDays } from '../site-days.ts'
import { reportOfSite } from './report.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const now = Date.parse('2026-03-10T17:08:00Z')

let store: TempStore
beforeEach(async () => {
  store = await openTempStore()
  const agents = ['G1', 'G2'].map((code) => ({ code, code_key: code, name: code, created_at: 0 }))
  await store.db.insertInto('agents').values(agents).execute()
  const epoch = { epoch: 'EPOCH', agent_id: 1, watermark: 0, updated_at: 1 }
  await store.db.insertInto('agent_epochs').values(epoch).execute()
  const asset = { type: 'vehicle' as const, name: 'Onix', plate: 'AAA111', rfid_tag: 'TAG-1' }
  const rest = { owner: null, location: null, photo_url: null }
  await createAssets(store.db, [{ ...asset, ...rest }], 1)
})
afterEach(() => store.close())

let seq = 0
function readAt(at: number, agentId: number): TestRead {
  const entry = { epochId: 1, seq: ++seq, agentId, receivedAt: at, reader: 'in', uid: 'TAG-1' }
  const rest = { antenna: null, tid: null, rssi: null, clock: 'synced' as const, late: false }
  return { ...entry, ...rest, versionId: 1, at }
}
const sum = (rows: readonly { total: number }[]) => rows.reduce((all, { total }) => all + total, 0)

it.each([
  ['hours', 3],
  ['days', 120],
])('its sums by %s agree although reads arrive between its statements', async (_unit, days) => {
  const from = now - days * DAY_MS
  const moments = [from + 5 * MINUTE_MS, now - DAY_MS, now - 20 * MINUTE_MS, now]
  const arrive = () =>
    storeReads(
      store.db,
      moments.flatMap((at) => [readAt(at, 1), readAt(at, 2)]),
    )
  await arrive()
  let arrivals = 0
  const busy: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await arrive()
      arrivals++
      return result
    },
  }
  const parts = {
    searches: store.readOnly.withPlugin(busy),
    site: new SiteDays('America/Bogota'),
    now: () => now,
  }
  const report = await reportOfSite({ from, until: now + 1 }, parts)
  expect(arrivals).toBeGreaterThan(1)
  expect(report.total).toBeGreaterThan(0)
  expect(sum(report.days)).toBe(report.total)
  expect(sum(report.hourly.hours)).toBe(report.total)
  expect(sum(report.agents)).toBe(report.total)
  if (report.hourly.unit === 'hour') expect(sum(report.cells)).toBe(report.total)
  expect(sum(report.vehicles)).toBeLessThanOrEqual(report.total)
})
