import type { StatusData, WireEntry } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { alertNotices, insertAlertNotices } from '../store/reports/alerts.ts'
import { AgentSide, epochs, type TestDevice } from '../testing/agent-side.ts'
import { alertChanges } from './alert-changes.ts'
import { currentAlerts, watchAgents } from './alerts.ts'

const [epoch] = epochs
const DAY_MS = 24 * 3_600_000
let side: AgentSide
let device: TestDevice

beforeEach(async () => {
  side = new AgentSide()
  await side.start()
  device = await side.connect()
  await device.hello()
})
afterEach(() => side.end())

function status(seq: number, change: Partial<StatusData>): WireEntry {
  const data: StatusData = {
    version: '1.0.0',
    event: 'periodic',
    readers: [],
    clock: 'synced',
    outbox: { bytes: 1, maxBytes: 100, unacked: 0 },
    suppressWindowMs: 60_000,
    ...change,
  }
  return { seq, kind: 'status', at: Date.now(), age: 5, clock: 'synced', data }
}
/** At the hub that has the agents, or at one that has just started on the same database. */
const at = (connected: boolean) => ({ isConnected: () => connected, lastSeen: () => null })
const alerts = async (connected: boolean, now = Date.now()) => {
  const found = await currentAlerts(side.readOnly, at(connected), now)
  return found.map(({ kind, detail }) => `${kind}: ${detail}`).toSorted()
}

const events: WireEntry[] = [
  status(1, { event: 'outbox_replaced', detail: 'damaged; kept as outbox.1' }),
  status(2, { event: 'outbox_replaced', detail: 'damaged; kept as outbox.2' }),
  status(3, { event: 'clock', detail: 'the wall clock stepped by -3600000 ms' }),
  status(4, { event: 'outbox_full', detail: '20 entries dropped' }),
]

it('of what an agent reports once stand for a day, whatever it reports since and wherever it is', async () => {
  await device.batch(epoch, 0, events)
  await device.batch(epoch, 4, [status(5, {}), status(6, { event: 'reader' })])
  const told = [
    'clock_step: the wall clock stepped by -3600000 ms',
    'outbox_full: 20 entries dropped',
    'outbox_replaced: damaged; kept as outbox.2',
  ]
  expect(await alerts(true)).toEqual(told)
  expect(await alerts(false)).toEqual(told)
  expect(await alerts(true, Date.now() + DAY_MS + 60_000)).toEqual([])
  const stored = await side.db.selectFrom('agent_events').select(['event']).orderBy('seq').execute()
  expect(stored.map(({ event }) => event)).toEqual([
    'outbox_replaced',
    'outbox_replaced',
    'clock',
    'outbox_full',
    'reader',
  ])
})

it('of a disk that takes nothing stand while the agent says so', async () => {
  const outbox = { bytes: 1, maxBytes: 100, unacked: 0, blocked: 'disk I/O error' }
  await device.batch(epoch, 0, [status(1, { event: 'outbox_blocked', outbox })])
  expect(await alerts(true)).toEqual(['outbox_blocked: disk I/O error'])
  expect(await alerts(false)).toEqual([])
  await device.batch(epoch, 1, [status(2, { event: 'outbox_blocked' })])
  expect(await alerts(true)).toEqual([])
})

it('of what an agent reports once are mailed, and not mailed as over a day later', async () => {
  await device.batch(epoch, 0, events)
  const changesAt = async (now: number) =>
    alertChanges(await watchAgents(side.readOnly, at(true), now), await alertNotices(side.readOnly))
  const { begun } = await changesAt(Date.now())
  expect(begun.map(({ alert }) => alert.kind)).toEqual([
    'clock_step',
    'outbox_full',
    'outbox_replaced',
  ])
  const notices = begun.map(({ agentId, alert: { kind }, part }) => ({ agentId, kind, part }))
  await insertAlertNotices(side.db, notices, Date.now())
  const later = await changesAt(Date.now() + DAY_MS + 60_000)
  expect(later).toMatchObject({ begun: [], ended: [] })
  expect(later.overIds).toHaveLength(3)
})
