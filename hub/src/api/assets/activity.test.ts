import { ASSET_ACTIVITY_DAYS, AssetActivity } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgent } from '../../store/agents/agents.ts'
import { createAssets } from '../../store/assets/assets.ts'
import { insertReads, type TestRead } from '../../testing/store-reads.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Changes of the clocks; any moment where there are none. */
const changes = [
  ['America/Santiago', '2025-04-06T03:00:00Z'],
  ['America/Asuncion', '2023-10-01T04:00:00Z'],
  ['Australia/Lord_Howe', '2024-10-05T15:30:00Z'],
  ['Asia/Kathmandu', '2024-10-05T18:15:00Z'],
  ['America/Bogota', '2024-12-31T23:00:00Z'],
] as const

describe.each(changes)('the activity of an asset in %s around %s', (timeZone, change) => {
  const changed = Date.parse(change)
  let hub: TestHub
  let token: string
  let now = 0
  beforeAll(async () => {
    now = changed
    hub = await createTestHub({ timeZone, now: () => now })
    token = await hub.tokenOf('operator', true)
    // Sessions are as old as the reads here.
    const expires_at = Date.parse('2100-01-01')
    await hub.db.updateTable('sessions').set({ expires_at }).execute()
    for (const code of ['G1', 'G2', 'G3']) {
      const place = { location: null, lat: null, lng: null }
      await createAgent(hub.db, { code, name: `Puerta ${code}`, ...place }, 1)
    }
    await hub.db.updateTable('agents').set({ deleted_at: 9 }).where('id', '=', 2).execute()
    const epoch = { epoch: 'EPOCH', agent_id: 1, watermark: 0, updated_at: 1 }
    await hub.db.insertInto('agent_epochs').values(epoch).execute()
    const car = { type: 'vehicle', name: 'Logan', owner: null, location: null } as const
    const assets = ['A1', 'A2'].map((plate) => {
      return { ...car, plate, rfid_tag: `TAG-${plate}`, photo_url: null }
    })
    await createAssets(hub.db, assets, 1)
  })
  afterAll(() => hub.close())

  async function store(reads: readonly RandomRead[]): Promise<void> {
    await hub.db.deleteFrom('reads').execute()
    const rows = reads.map(({ at, versionId, agentId }, i): TestRead => {
      const entry = { epochId: 1, seq: i + 1, agentId, receivedAt: at, reader: 'gate', uid: 'T' }
      const radio = { antenna: null, rssi: null, tid: null, clock: 'synced', late: false } as const
      return { ...entry, ...radio, versionId, at }
    })
    await insertReads(hub.db, rows)
  }

  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
  /** What the site's calendar and clock show. */
  function wall(at: number): { day: number; hr: number } {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
    return { day: Date.parse(day) / DAY_MS, hr: Number(parts.get('hour')) }
  }

  const moment = fc
    .oneof(
      fc.integer({ min: -70 * DAY_MS, max: 40 * DAY_MS }),
      fc.integer({ min: -60 * 24, max: 60 * 24 }).map((hours) => hours * HOUR_MS),
      fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }),
    )
    .map((offset) => changed + offset)
  const read = fc.record({
    at: moment,
    versionId: fc.constantFrom(null, 1, 1, 2),
    agentId: fc.constantFrom(1, 2, 3),
  })

  it('equals a plain recount of its reads', async () => {
    const check = async (reads: RandomRead[], today: number) => {
      now = today
      await store(reads)
      const answer = await hub.call('GET', '/api/assets/1/activity', { token })
      const { gates, total, from, ...told } = AssetActivity.parse(await answer.json())
      const own = reads.filter(({ versionId }) => versionId === 1)
      const times = own.map(({ at }) => at).toSorted((a, b) => a - b)
      const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
      expect(told).toMatchObject({
        asset: { id: 1, plate: 'A1' },
        first_seen: iso(times[0]),
        last_seen: iso(times.at(-1)),
      })
      const { day } = wall(today)
      const first = day - ASSET_ACTIVITY_DAYS + 1
      const recent = own
        .map(({ at, agentId }) => ({ ...wall(at), agentId }))
        .filter((seen) => seen.day >= first && seen.day <= day)
      expect(total).toBe(recent.length)
      const expected = [1, 2, 3].map((id) => {
        const seen = recent.filter(({ agentId }) => agentId === id)
        const hours = Array.from({ length: 24 }, (_, hr) => {
          return seen.filter((one) => one.hr === hr).length
        })
        return { code: `G${id}`, name: `Puerta G${id}`, total: seen.length, hours }
      })
      const shown = expected.filter((gate) => gate.total > 0).toSorted((a, b) => b.total - a.total)
      expect(gates).toEqual(shown)
      // The start of the first of the 30 days.
      const start = Date.parse(from)
      expect([wall(start).day, wall(start - 1).day]).toEqual([first, first - 1])
    }
    const reads = fc.array(read, { maxLength: 50 })
    await fc.assert(fc.asyncProperty(reads, moment, check), { numRuns: runs(15) })
  })
})

interface RandomRead {
  at: number
  versionId: number | null
  agentId: number
}

it('is of assets that are there, and empty for one that nobody read', async () => {
  const hub = await createTestHub()
  const token = await hub.tokenOf('admin')
  const car = { plate: 'A1', rfid_tag: 'TAG-1' }
  await hub.call('POST', '/api/vehicles', { token, body: car })
  const answer = await hub.call('GET', '/api/assets/1/activity', { token })
  const nothing = { total: 0, first_seen: null, last_seen: null, gates: [] }
  expect(await answer.json()).toMatchObject(nothing)
  await hub.call('DELETE', '/api/vehicles/1', { token })
  expect((await hub.call('GET', '/api/assets/1/activity', { token })).status).toBe(404)
  await hub.close()
})
