import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { insertDeadLetters } from '../entries/dead-letter.ts'
import { insertGaps } from '../entries/gap.ts'
import { telemetry } from '../entries/telemetry.ts'
import { countEntries, insertReads, insertSuppressions } from '../testing/store-reads.ts'
import { countTelemetry } from '../store/telemetry/telemetry-minutes.ts'
import { dropAuditTriggers } from '../testing/tamper-audit.ts'
import { createTestHub, silent, type TestHub } from '../testing/test-hub.ts'
import { createRetention } from './retention.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const NOW = Date.UTC(2026, 10, 20, 12)
const ENTRY_TABLES = ['reads', 'suppressions', 'telemetry', 'gaps', 'dead_letters'] as const
const COUNTERS = [
  'read_counts',
  'site_counts',
  'asset_counts',
  'asset_days',
  'asset_weeks',
] as const

const postgres = process.env.TEST_STORE === 'postgres'
let hub: TestHub
let seq: number
beforeEach(async () => {
  hub = await createTestHub({ now: () => NOW })
  seq = 0
})
afterEach(() => hub.close())

/** Stores one of everything for each moment of arrival, as ingest would. */
async function arrive(
  moments: readonly number[],
  happened = (receivedAt: number) => receivedAt,
  db = hub.db,
) {
  const entries = moments.map((receivedAt) => {
    const entry = { epochId: 1, seq: ++seq, agentId: 1 + (seq % 3), receivedAt }
    return { ...entry, at: happened(receivedAt), late: false }
  })
  const tag = {
    reader: 'gate',
    uid: 'TEST-001',
    versionId: 1,
    rssi: null,
    antenna: null,
    tid: null,
  }
  const reads = entries.map((e) => ({ ...e, ...tag, clock: 'synced' }))
  const repeats = entries.map((e) => ({ ...e, ...tag, firstAt: e.at, count: 2 }))
  const kind = { type: seq % 2 ? 'temp' : 'hum', value: 1, unit: '' }
  const samples = entries.map((e) => ({ ...e, ...kind, source: e.seq % 2 ? '' : 'yard' }))
  await insertReads(db, reads)
  await insertSuppressions(db, repeats)
  await telemetry.insert(db, samples, new Map())
  const gap = { from: 1, to: 2, counts: { read: 2 }, reason: 'cap' as const }
  await insertGaps(
    db,
    entries.map((e) => ({ ...e, gap })),
  )
  const letter = { kind: 'read', payload: '{}', error: 'bad' }
  await insertDeadLetters(
    db,
    entries.map((e) => ({ ...e, ...letter })),
  )
  await countEntries(db, reads, repeats)
  await countTelemetry(db, samples)
  const command = { pin: 17, state: 1, actor: 'ana@test.co' }
  for (const { agentId, seq: n, receivedAt } of entries) {
    const row = { ...command, id: `c${n}`, agent_id: agentId, created_at: receivedAt }
    await db.insertInto('relay_commands').values(row).execute()
  }
}

const retention = (days: number) =>
  createRetention({ db: hub.db, log: silent, days, now: () => NOW })

const arrivals = async (table: (typeof ENTRY_TABLES)[number]) =>
  (await hub.db.selectFrom(table).select('received_at').orderBy('id').execute()).map(
    (row) => row.received_at,
  )
const commands = async () =>
  (await hub.db.selectFrom('relay_commands').select('created_at').execute())
    .map((row) => row.created_at)
    .toSorted((a, b) => a - b)
const minutes = async () =>
  (await hub.db.selectFrom('telemetry_minutes').select('minute').execute()).map((r) => r.minute)
/**
 * The moments that a table keeps which Postgres partitions by month: months that are not over by
 * the limit stay whole. The test's partitions begin with today's month.
 */
function keptByMonth(moments: readonly number[], limit: number, delayMs = 0): number[] {
  const today = new Date()
  const firstMonth = Date.UTC(today.getUTCFullYear(), today.getUTCMonth())
  const inMonth = (at: number) => postgres && at - delayMs >= firstMonth
  return moments.filter((at) => at >= limit || inMonth(at))
}
const counted = () => Promise.all(COUNTERS.map((t) => hub.db.selectFrom(t).selectAll().execute()))

const ageMs = fc.oneof(
  fc.integer({ min: 0, max: 90 * DAY_MS }),
  // Close to the limits of the runs below.
  fc
    .tuple(fc.constantFrom(7, 30, 60), fc.integer({ min: -2, max: 2 }))
    .map(([d, n]) => d * DAY_MS + n),
)

test('deletes exactly what arrived before the limit, and no counter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(ageMs, { maxLength: 60 }),
      fc.constantFrom(7, 30, 60),
      fc.integer({ min: 0, max: 200 * DAY_MS }),
      async (ages, days, delayMs) => {
        for (const table of [
          ...ENTRY_TABLES,
          ...COUNTERS,
          'relay_commands',
          'telemetry_minutes',
        ] as const)
          await hub.db.deleteFrom(table).execute()
        const moments = ages.map((age) => NOW - age).toSorted((a, b) => a - b)
        await arrive(moments, (receivedAt) => receivedAt - delayMs)
        const before = await counted()
        const minutesBefore = await minutes()
        await retention(days).run()

        const limit = NOW - days * DAY_MS
        const kept = moments.filter((at) => at >= limit)
        for (const table of ['suppressions', 'gaps', 'dead_letters'] as const) {
          expect(await arrivals(table)).toEqual(kept)
        }
        expect(await commands()).toEqual(kept)
        const samplesLimit = NOW - Math.min(30, days) * DAY_MS
        expect(await arrivals('reads')).toEqual(keptByMonth(moments, limit, delayMs))
        const samples = keptByMonth(moments, samplesLimit, delayMs)
        expect(await arrivals('telemetry')).toEqual(samples)
        expect(await minutes()).toEqual(minutesBefore.filter((minute) => minute >= limit))
        expect(await counted()).toEqual(before)
      },
    ),
    { numRuns: runs(12) },
  )
})

test('deletes nothing younger than the limit, however the hub’s clock has jumped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ageMs, { maxLength: 60 }), async (ages) => {
      for (const table of [...ENTRY_TABLES, 'relay_commands'] as const) {
        await hub.db.deleteFrom(table).execute()
      }
      const moments = ages.map((age) => NOW - age)
      await arrive(moments)
      await retention(30).run()
      const young = moments.filter((at) => at >= NOW - 30 * DAY_MS)
      for (const table of ENTRY_TABLES) {
        const left = await arrivals(table)
        expect(left.filter((at) => at >= NOW - 30 * DAY_MS)).toEqual(young)
      }
    }),
    { numRuns: runs(12) },
  )
})

test('forgets an epoch 90 days after its device last named it, unless that was not heard of since', async () => {
  const { db } = hub
  const agents = [NOW, NOW - 200 * DAY_MS].map((last_seen, i) => {
    return { code: `a${i}`, code_key: `a${i}`, name: 'A', created_at: 0, last_seen }
  })
  await db.insertInto('agents').values(agents).execute()
  const old = NOW - 200 * DAY_MS
  const recent = NOW - 90 * DAY_MS
  const epochs = [
    { epoch: 'forgotten', agent_id: 1, updated_at: old, named_at: old },
    { epoch: 'named', agent_id: 1, updated_at: old, named_at: recent },
    { epoch: 'moved', agent_id: 1, updated_at: recent, named_at: old },
    { epoch: 'away', agent_id: 2, updated_at: old, named_at: old },
  ]
  await db
    .insertInto('agent_epochs')
    .values(epochs.map((epoch) => ({ ...epoch, watermark: 5 })))
    .execute()
  await retention(30).run()
  const left = await db.selectFrom('agent_epochs').select('epoch').orderBy('id').execute()
  expect(left.map(({ epoch }) => epoch)).toEqual(['named', 'moved', 'away'])
})

test('keeps the audit log and the watermarks', async () => {
  const { db } = hub
  const token = await hub.tokenOf('admin')
  await hub.call('POST', '/api/auth/change-password', {
    token,
    body: { currentPassword: 'correct horse', newPassword: 'a better one' },
  })
  await dropAuditTriggers(db)
  await db.updateTable('audit_log').set({ at: 1 }).execute()
  await db
    .insertInto('agents')
    .values({ code: 'a', code_key: 'a', name: 'A', created_at: 0 })
    .execute()
  const epoch = { epoch: 'EPOCH', agent_id: 1, watermark: 5, updated_at: 1 }
  await db.insertInto('agent_epochs').values(epoch).execute()
  await retention(1).run()
  expect(await db.selectFrom('audit_log').selectAll().execute()).not.toEqual([])
  expect(await db.selectFrom('agent_epochs').selectAll().execute()).toHaveLength(1)
})

test('leaves the reports as they were, but for the ends of a range within 15 minutes', async () => {
  const token = await hub.tokenOf('operator')
  await hub.db
    .updateTable('sessions')
    .set({ expires_at: NOW * 2 })
    .execute()
  const asset = { name: 'Duster', plate: 'KLM482', rfid_tag: 'TEST-001', created_at: 0 }
  await hub.db
    .insertInto('assets')
    .values({ ...asset, type: 'vehicle', owner: 'Ana', updated_at: 0 })
    .execute()
  const first = NOW - 20 * DAY_MS
  await arrive(Array.from({ length: 400 }, (_, i) => first + i * 71 * MINUTE_MS))
  const get = async (path: string) =>
    await (await hub.call('GET', `/api/rfid/stats/${path}`, { token })).json()
  const span = (from: number, to: number) =>
    `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
  const calls = [
    'daily?days=30',
    `hourly?${span(first, NOW)}`,
    `top-vehicles?${span(first, NOW)}`,
    'heatmap?days=30',
  ]
  const before = await Promise.all(calls.map(get))
  const fiveMinutes = `top-vehicles?${span(first, first + 5 * MINUTE_MS)}`
  expect(await get(fiveMinutes)).toMatchObject({ top: [{ plate: 'KLM482', total: 1 }] })

  await retention(7).run()
  expect((await arrivals('reads')).length).toBeLessThan(400)
  expect(await Promise.all(calls.map(get))).toEqual(before)
  expect(await get(fiveMinutes)).toEqual({ top: [] })
})

test('lets ingest run in between, and stops when asked', async () => {
  // Many bits, so that no few of them are over between two looks.
  const old = 6000
  await arrive(Array.from({ length: old }, () => NOW - 40 * DAY_MS))
  const job = retention(30)
  job.start()
  let left = old
  while (left === old) {
    await withLockOfAllHubs(hub.db, (trx) => arrive([NOW], (at) => at, trx))
    // Timers run as well, as between two batches of an agent.
    await new Promise((resolve) => setImmediate(resolve))
    left = (await arrivals('reads')).filter((at) => at < NOW).length
  }
  // One at a time has the write lock: these have come in while old rows were still there.
  expect(left).toBeGreaterThan(0)
  await job.stop()
  const stoppedAt = await arrivals('reads')
  expect(stoppedAt.filter((at) => at < NOW).length).toBeGreaterThan(0)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await arrivals('reads')).toEqual(stoppedAt)

  const young = stoppedAt.filter((at) => at === NOW)
  await retention(30).run()
  expect(await arrivals('reads')).toEqual(young)
})

test('finds old rows behind those that arrived while the hub’s clock was ahead', async () => {
  const ahead = Array.from({ length: 30 }, (_, i) => NOW + 3000 * DAY_MS + i)
  await arrive([...ahead, NOW - 2000 * DAY_MS, NOW - MINUTE_MS])
  await retention(30).run()
  for (const table of ENTRY_TABLES) {
    expect(await arrivals(table)).toEqual([...ahead, NOW - MINUTE_MS])
  }
})
