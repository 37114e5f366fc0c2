import type { Hello } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { currentAlerts } from '../alerts/alerts.ts'
import { AgentSide, epochs, readEntry } from '../testing/agent-side.ts'

const [epoch] = epochs
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let hub: AgentSide
beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
})
afterEach(() => hub.end())

const alerts = async (now = Date.now()) => {
  const presence = { isConnected: () => true, lastSeen: () => null }
  return (await currentAlerts(hub.db, presence, now)).map(({ kind, detail }) => [
    kind,
    Math.round(Number.parseInt(detail ?? '') / HOUR_MS),
  ])
}
const greeted = async (change: Partial<Hello>) => {
  const device = await hub.connect()
  await device.hello(change)
  return device
}

it('is told by the reads, once an hour, and they get the time of their age', async () => {
  const device = await greeted({})
  const yesterday = Date.now() - DAY_MS
  for (let seq = 1; seq <= 300; seq += 2) {
    const entries = [seq, seq + 1].map((n) => readEntry(n, 'TEST-001', { at: yesterday, age: 100 }))
    await device.batch(epoch, seq - 1, entries)
  }
  const reads = await hub.db.selectFrom('reads').selectAll().execute()
  expect(reads).toHaveLength(300)
  for (const read of reads) {
    expect(read).toMatchObject({ clock: 'estimated', late: 0, read_at: read.received_at - 100 })
  }
  expect(await alerts()).toEqual([['clock_off', -24]])
  expect(await hub.db.selectFrom('agent_events').select('event').execute()).toHaveLength(1)
  expect(await alerts(Date.now() + DAY_MS + HOUR_MS)).toEqual([])
})

it('is told by a hello', async () => {
  await greeted({ wall: Date.now() + 3 * HOUR_MS })
  expect(await alerts()).toEqual([['clock_off', 3]])
})

it.each([
  ['of a clock that is nearly right', { wall: Date.now() - 240_000 }],
  ['of one that the edge does not take for right', { wall: 0, clock: 'unsynced' as const }],
  ['of one that the edge corrects by the hub', { wall: 0, clock: 'hub' as const }],
])('is not told by a hello %s', async (_, change) => {
  await greeted(change)
  expect(await alerts()).toEqual([])
})

it('is not told by what happened before a start, nor by a clock that was corrected', async () => {
  const device = await greeted({})
  const long = Date.now() - 50 * DAY_MS
  await device.batch(epoch, 0, [
    readEntry(1, 'TEST-001', { at: long, age: null }),
    readEntry(2, 'TEST-001', { at: long, age: 50 * DAY_MS, clock: 'corrected' }),
    readEntry(3, 'TEST-001', { at: 5000, age: 10, clock: 'unsynced' }),
  ])
  const reads = await hub.db
    .selectFrom('reads')
    .select(['read_at', 'clock'])
    .orderBy('seq')
    .execute()
  expect(reads.slice(0, 2)).toEqual([
    { read_at: long, clock: 'synced' },
    { read_at: long, clock: 'corrected' },
  ])
  expect(await alerts()).toEqual([])
})
