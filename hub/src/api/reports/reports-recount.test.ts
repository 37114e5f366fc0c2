import {
  DailyResponse,
  HeatmapResponse,
  HourlyResponse,
  LogsResponse,
  ReportResponse,
  TopVehiclesResponse,
} from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAgent } from '../../store/agents/agents.ts'
import { createAssets } from '../../store/assets/assets.ts'
import { deferAssets, mergeAssets } from '../../store/reports/counters.ts'
import { inTransaction } from '../../store/transaction.ts'
import { countEntries, insertReads, type TestRead } from '../../testing/store-reads.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

/** Changes of the clocks (any moment where there are none). */
const changes = [
  ['America/Santiago', '2024-09-08T04:00:00Z'],
  ['America/Santiago', '2025-04-06T03:00:00Z'],
  ['America/Asuncion', '2023-10-01T04:00:00Z'],
  ['America/Asuncion', '2024-03-24T03:00:00Z'],
  ['America/Tijuana', '2024-03-10T10:00:00Z'],
  ['America/Tijuana', '2024-11-03T09:00:00Z'],
  ['Australia/Lord_Howe', '2024-04-06T15:00:00Z'],
  ['Australia/Lord_Howe', '2024-10-05T15:30:00Z'],
  ['Asia/Kolkata', '2024-10-05T15:30:00Z'],
  ['America/Bogota', '2024-12-31T23:00:00Z'],
] as const

/** Of the assets 1 to 4; the last is deleted, the one before is no vehicle. */
const plates = ['AAA111', 'BBB222', null, 'DDD444']

describe.each(changes)('in %s around %s', (timeZone, change) => {
  let hub: TestHub
  let token: string
  let now = 0
  beforeAll(async () => {
    hub = await createTestHub({ timeZone, now: () => now })
    // Sessions are as old as the reads here.
    now = Date.parse(change)
    token = await hub.tokenOf('operator')
    await hub.db
      .updateTable('sessions')
      .set({ expires_at: Date.parse('2100-01-01') })
      .execute()
    for (const code of ['G1', 'G2']) {
      await createAgent(hub.db, { code, name: code, location: null, lat: null, lng: null }, 1)
    }
    const epoch = { epoch: 'EPOCH', agent_id: 1, watermark: 0, updated_at: 1 }
    await hub.db.insertInto('agent_epochs').values(epoch).execute()
    const assets = plates.map((plate, i) => {
      const type = plate === null ? ('furniture' as const) : ('vehicle' as const)
      const rest = { owner: `O${i}`, location: null, photo_url: null }
      return { type, name: `N${i}`, plate, rfid_tag: `TAG-${i}`, ...rest }
    })
    await createAssets(hub.db, assets, 1)
    await hub.db.updateTable('assets').set({ deleted_at: 9 }).where('id', '=', 4).execute()
  })
  afterAll(() => hub.close())

  async function store(reads: readonly RandomRead[]): Promise<void> {
    const tables = [
      'reads',
      'read_counts',
      'site_counts',
      'asset_counts',
      'asset_days',
      'asset_weeks',
      'asset_deltas',
    ] as const
    for (const table of tables) await hub.db.deleteFrom(table).execute()
    const rows = reads.map(({ at, versionId, agentId }, i): TestRead => {
      const entry = {
        epochId: 1,
        seq: i + 1,
        agentId,
        receivedAt: at,
        reader: 'gate',
        uid: `T${i}`,
      }
      return {
        ...entry,
        versionId,
        at,
        antenna: null,
        tid: null,
        rssi: null,
        clock: 'synced',
        late: false,
      }
    })
    await insertReads(hub.db, rows)
    // In four transactions' worth, so that counters are made, added to, merged, and not yet merged.
    await countEntries(hub.db, rows.slice(0, 7))
    await countEntries(hub.db, rows.slice(7, 20))
    const unknown = (row: TestRead) => ({ ...row, versionId: null })
    await countEntries(hub.db, rows.slice(20).map(unknown))
    await deferAssets(hub.db, rows.slice(20, 40))
    await inTransaction(hub.db, mergeAssets)
    await deferAssets(hub.db, rows.slice(40))
  }

  async function get(path: string): Promise<unknown> {
    const response = await hub.call('GET', `/api/rfid${path}`, { token })
    expect(response.status).toBe(200)
    return await response.json()
  }

  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    timeZoneName: 'longOffset',
  })
  /** The day and hour on the site's wall clock. */
  function wall(at: number): { day: string; hr: number; dow: number; hour: string } {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
    const hr = Number(parts.get('hour'))
    const hour = `${day} ${hr} ${parts.get('timeZoneName')}`
    return { day, hr, dow: new Date(`${day}T00:00:00Z`).getUTCDay(), hour }
  }

  function lastDays(count: number, end = now): string[] {
    const today = Date.parse(`${wall(end).day}T00:00:00Z`)
    return Array.from({ length: count }, (_, i) => {
      return new Date(today - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10)
    })
  }

  const moment = fc
    .oneof(
      fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
      fc.integer({ min: -12 * 24, max: 12 * 24 }).map((n) => n * 15 * MINUTE_MS),
      fc.integer({ min: -150 * MINUTE_MS, max: 150 * MINUTE_MS }),
    )
    .map((offset) => Date.parse(change) + offset)
  const read = fc.record({
    at: moment,
    versionId: fc.constantFrom(null, 1, 2, 3, 4),
    agentId: fc.constantFrom(1, 2),
  })

  test('every call equals a plain recount of the reads', async () => {
    const scene = fc.record({
      reads: fc.array(read, { maxLength: 60 }),
      today: moment,
      ends: fc.tuple(moment, moment),
      days: fc.integer({ min: 1, max: 8 }),
    })
    const check = async ({ reads, today, ends, days }: Scene) => {
      now = today
      await store(reads)
      const walls = reads.map(({ at }) => wall(at))
      const wanted = lastDays(days)

      const daily = DailyResponse.parse(await get(`/stats/daily?days=${days}`))
      const byDay = wanted.map((day) => {
        return { day, total: walls.filter((w) => w.day === day).length }
      })
      expect(daily.days).toEqual(byDay)

      const heatmap = HeatmapResponse.parse(await get(`/stats/heatmap?days=${days}`))
      expect(heatmap.cells).toHaveLength(168)
      for (const [i, { dow, hr, total }] of heatmap.cells.entries()) {
        expect(dow * 24 + hr).toBe(i)
        const those = walls.filter((w) => wanted.includes(w.day) && w.dow === dow && w.hr === hr)
        expect(total).toBe(those.length)
      }

      const logs = LogsResponse.parse(await get('/logs/today'))
      expect(logs.total).toBe(walls.filter((w) => w.day === wall(now).day).length)

      const [from, to] = ends.toSorted((a, b) => a - b) as [number, number]
      // Whenever they are asked for, all of these end at one moment.
      const before = walls.filter((_, i) => (reads[i]?.at ?? to) <= to)
      const ended = DailyResponse.parse(await get(`/stats/daily?days=${days}&to=${to}`))
      const endedDays = lastDays(days, to)
      expect(ended.days).toEqual(
        endedDays.map((day) => ({ day, total: before.filter((w) => w.day === day).length })),
      )
      const heat = HeatmapResponse.parse(await get(`/stats/heatmap?days=${days}&to=${to}`))
      const inDays = before.filter(({ day }) => endedDays.includes(day))
      expect(heat.cells.reduce((sum, { total }) => sum + total, 0)).toBe(inDays.length)
      const thatDay = LogsResponse.parse(await get(`/logs/today?to=${to}`))
      expect(thatDay.total).toBe(ended.days.at(-1)?.total)

      const inRange = reads.filter(({ at }) => at >= from && at <= to)
      const query = `from=${new Date(from).toISOString()}&to=${to}`
      for (const path of ['/logs?', '/logs?q=T&']) {
        const found = LogsResponse.parse(await get(`${path}${query}&limit=1`))
        expect(found).toMatchObject({ total: inRange.length, capped: false })
        expect(found.logs).toHaveLength(Math.min(1, inRange.length))
      }
      const { hours } = HourlyResponse.parse(await get(`/stats/hourly?${query}`))
      const minutes = Array.from({ length: Math.floor((to - from) / MINUTE_MS) + 1 }, (_, i) => {
        return from + i * MINUTE_MS
      })
      const expected = new Map([...minutes, to].map((at) => [wall(at).hour, 0]))
      for (const { at } of inRange) {
        const { hour } = wall(at)
        expected.set(hour, (expected.get(hour) ?? 0) + 1)
      }
      expect(hours.map(({ hour, total }) => [wall(Date.parse(hour)).hour, total])).toEqual([
        ...expected,
      ])
      // Its start is the first moment of the hour: the one before belongs to another.
      for (const { hour } of hours) {
        const start = Date.parse(hour)
        expect(wall(start - 1).hour).not.toBe(wall(start).hour)
      }

      const long = await get(`/stats/hourly?from=${from - 93 * DAY_MS}&to=${to}`)
      const { unit, hours: longDays } = HourlyResponse.parse(long)
      expect(unit).toBe('day')
      const inLong = reads.flatMap(({ at }, i) =>
        at <= to && at < now + DAY_MS ? [walls[i]?.day] : [],
      )
      expect(longDays.reduce((sum, { total }) => sum + total, 0)).toBe(inLong.length)
      for (const { hour, total } of longDays) {
        const { day } = wall(Date.parse(hour))
        expect(total).toBe(inLong.filter((one) => one === day).length)
        expect(wall(Date.parse(hour) - 1).day).not.toBe(day)
      }

      const { top } = TopVehiclesResponse.parse(await get(`/stats/top-vehicles?${query}`))
      const counts = plates
        .map((plate, i) => {
          const total = inRange.filter(({ versionId }) => versionId === i + 1).length
          return { plate, model: `N${i}`, owner: `O${i}`, total }
        })
        .filter(({ plate, total }) => plate !== null && total > 0)
      expect(top).toEqual(counts.toSorted((a, b) => b.total - a.total))

      for (const { search, fits } of searches) {
        const answer = await get(`/stats/report?${query}${search}`)
        const report = ReportResponse.parse(answer)
        const found = inRange.filter((one) => one.at < now + DAY_MS && fits(one))
        const of = (test: (one: RandomRead) => boolean) => found.filter(test).length
        expect([search, report.total, report.truncated]).toEqual([search, found.length, false])
        for (const { day, total } of report.days) {
          expect(total).toBe(of(({ at }) => wall(at).day === day))
        }
        for (const { hour, total } of report.hourly.hours) {
          const hourWall = wall(Date.parse(hour)).hour
          expect(total).toBe(of(({ at }) => wall(at).hour === hourWall))
        }
        for (const { dow, hr, total } of report.cells) {
          expect(total).toBe(of(({ at }) => wall(at).dow === dow && wall(at).hr === hr))
        }
        const sums = [report.days, report.hourly.hours, report.cells, report.agents]
        for (const list of found.length > 0 ? sums : []) {
          expect(list.reduce((sum, { total }) => sum + total, 0)).toBe(found.length)
        }
        for (const { code, total } of report.agents) {
          expect(total).toBe(of(({ agentId }) => code === `G${agentId}`))
        }
        expect(new Set(report.vehicles.map(({ plate }) => plate))).toEqual(
          new Set(plates.filter((plate, i) => plate && of((one) => one.versionId === i + 1) > 0)),
        )
        for (const { plate, total } of report.vehicles) {
          expect(total).toBe(of(({ versionId }) => plates.indexOf(plate) + 1 === versionId))
        }
      }
    }
    await fc.assert(fc.asyncProperty(scene, check), { numRuns: runs(12) })
  })
})

/** What a report is asked for, and which reads fit. */
const searches: { search: string; fits: (read: RandomRead) => boolean }[] = [
  { search: '', fits: () => true },
  { search: '&plate=aa', fits: ({ versionId }) => versionId === 1 },
  { search: '&owner=o3', fits: ({ versionId }) => versionId === 4 },
  { search: '&owner=o&q=t', fits: ({ versionId }) => versionId !== null },
  { search: '&owner=nobody', fits: () => false },
  { search: '&q=T', fits: () => true },
  { search: '&known=0', fits: ({ versionId }) => versionId === null },
  { search: '&known=1&plate=b', fits: ({ versionId }) => versionId === 2 },
]

interface RandomRead {
  at: number
  versionId: number | null
  agentId: number
}

interface Scene {
  reads: RandomRead[]
  today: number
  ends: [number, number]
  days: number
}
