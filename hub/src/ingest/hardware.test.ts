import type { StatusData, WireEntry } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listDevices } from '../store/agents/agent-devices.ts'
import { listMetrics } from '../store/agents/agent-metrics.ts'
import { listReaders } from '../store/agents/agent-status.ts'
import { loadReadLogs } from '../store/reads/read-logs.ts'
import { AgentSide, epochs, readEntry, type TestDevice } from '../testing/agent-side.ts'

const [epoch, otherEpoch] = epochs
const START = Date.now() - 60_000
let hub: AgentSide
let device: TestDevice
beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
  device = await hub.connect()
  await device.hello()
})
afterEach(() => hub.end())

const antenna = (id: string) => {
  return {
    id,
    type: 'llrp',
    path: '10.0.0.9:5084',
    state: 'open',
    simulated: false,
    noise: 0,
  } as const
}
const sensors: StatusData['sensors'] = [
  { source: 'caja', types: ['gas'], state: 'warming' },
  { source: 'patio', types: ['temp', 'hum'], state: 'stale', error: 'no answer' },
]
const inputs: StatusData['inputs'] = [
  { id: 'humo', pin: 5, rule: 'fire', active: false },
  { id: 'salida', pin: 6, rule: 'open', active: null, error: 'line 6 is in use' },
]
const relays: StatusData['relays'] = { driver: 'gpiochip', simulated: false, pins: [17, 27] }

function status(seq: number, at: number, change: Partial<StatusData> = {}): WireEntry {
  const data: StatusData = {
    version: '1.0.0',
    event: 'periodic',
    readers: [{ ...antenna('in'), warning: 'return loss' }, antenna('out')],
    sensors,
    inputs,
    relays,
    clock: 'synced',
    outbox: { bytes: 1, maxBytes: 2, unacked: 0 },
    suppressWindowMs: 60_000,
    ...change,
  }
  return readEntry(seq, '', { kind: 'status', at, data })
}
const sample = (seq: number, at: number, data: object) =>
  readEntry(seq, '', { kind: 'telemetry', at, data: { unit: '', ...data } })

const devices = async () =>
  (await listDevices(hub.readOnly)).map(({ kind, name, state, alert, since }) => {
    return `${kind} ${name}: ${state}, ${alert} since ${since - START}`
  })

it('keeps sensors, inputs and relays as the last status has them, a state with its beginning', async () => {
  await device.batch(epoch, 0, [status(1, START), status(2, START + 1000)])
  // Only the last status of a transaction is stored.
  const first = [
    'input humo: rest, null since 1000',
    'input salida: unknown, input_failed since 1000',
    'relays : ready, null since 1000',
    'sensor caja: warming, null since 1000',
    'sensor patio: stale, sensor_stale since 1000',
  ]
  expect(await devices()).toEqual(first)
  const [, patio] = sensors
  const fire = { id: 'humo', pin: 5, rule: 'fire', active: true } as const
  const failed = { driver: 'auto', simulated: false, pins: [], error: 'no chip' }
  const mq2 = { source: 'mq2', types: ['gas' as const], state: 'ok' as const }
  await device.batch(epoch, 2, [status(3, START + 1500, { sensors: patio ? [patio, mq2] : [] })])
  const change = {
    sensors: patio ? [patio, { ...mq2, alarm: '1.9 V' }] : [],
    inputs: [fire],
    relays: failed,
  }
  await device.batch(epoch, 3, [status(4, START + 2000, change)])
  await device.batch(epoch, 4, [status(5, START + 3000, change)])
  expect(await devices()).toEqual([
    'input humo: active, input_fire since 2000',
    'relays : failed, relays_failed since 2000',
    'sensor mq2: alarm, sensor_alarm since 2000',
    'sensor patio: stale, sensor_stale since 1000',
  ])
  expect(await listReaders(hub.readOnly)).toMatchObject([
    { reader: 'in', warning: 'return loss' },
    { reader: 'out', warning: null },
  ])
  const older = { sensors: undefined, inputs: undefined, relays: undefined }
  await device.batch(epoch, 5, [status(6, START + 4000, older)])
  expect(await devices()).toEqual([])
})

it('keeps the devices of other agents apart', async () => {
  const other = await hub.connect('key-2')
  const own = { epoch: otherEpoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }
  await other.hello({ agent: 'gate-2', epochs: [own] })
  await device.batch(epoch, 0, [status(1, START)])
  await other.batch(otherEpoch, 0, [status(1, START, { sensors: [], inputs: [] })])
  await device.batch(epoch, 1, [status(2, START, { sensors: [], inputs: [], relays: null })])
  expect(await listDevices(hub.readOnly)).toMatchObject([{ agent_id: 2, kind: 'relays', name: '' }])
})

it('keeps the newest of what an edge measures of itself, whatever arrives last', async () => {
  const low = (seq: number, at: number, value: number) =>
    sample(seq, at, { type: 'undervoltage', value })
  const hot = { type: 'cpu_temp', value: 61.5, unit: '°C' }
  await device.batch(epoch, 0, [
    low(1, START, 0),
    low(2, START + 1000, 1),
    sample(3, START, hot),
    sample(4, START, { type: 'temp', value: 20 }),
  ])
  await device.batch(epoch, 4, [low(5, START + 2000, 1), low(6, START + 500, 0)])
  const at = (ms: number) => START + ms
  expect(await listMetrics(hub.readOnly)).toEqual([
    { agent_id: 1, metric: 'cpu_temp', value: 61.5, unit: '°C', at: at(0), since: at(0) },
    { agent_id: 1, metric: 'undervoltage', value: 1, unit: '', at: at(2000), since: at(1000) },
  ])
  await device.batch(epoch, 6, [low(7, START + 3000, 0)])
  const [, ended] = await listMetrics(hub.readOnly)
  expect(ended).toMatchObject({ value: 0, since: at(3000) })
})

it('stores that nobody vouches for a read, and says it in its log', async () => {
  const chip = { uid: 'TEST-001', reader: 'norte', unauthenticated: true }
  await device.batch(epoch, 0, [readEntry(1, '', { data: chip }), readEntry(2)])
  const reads = await hub.db.selectFrom('reads').selectAll().orderBy('seq').execute()
  expect(reads.map(({ unauthenticated }) => unauthenticated)).toEqual([1, null])
  const logs = await loadReadLogs(
    hub.db,
    reads.map(({ id }) => id),
  )
  expect(logs.map((log) => log.unauthenticated)).toEqual([true, undefined])
})

it('stores the source of a sample and the chip of a read, and tells browsers of sensors alone', async () => {
  const heard: object[] = []
  hub.bus.on('telemetry', (events) => heard.push(...events))
  const chip = { uid: 'TEST-001', reader: 'in', antenna: 1, tid: 'E2003412', count: 3 }
  await device.batch(epoch, 0, [
    sample(1, START, { type: 'temp', source: 'patio', value: 21 }),
    sample(2, START, { type: 'temp', value: 22 }),
    readEntry(3, '', { data: chip }),
    readEntry(4),
    sample(5, START, { type: 'cpu_temp', value: 51, unit: '°C' }),
    sample(6, START, { type: 'input', source: 'salida', value: 1 }),
  ])
  const samples = await hub.db.selectFrom('telemetry').selectAll().orderBy('seq').execute()
  expect(samples.map(({ source }) => source)).toEqual(['patio', '', '', 'salida'])
  const reads = await hub.db.selectFrom('reads').selectAll().orderBy('seq').execute()
  expect(reads.map(({ tid }) => tid)).toEqual(['E2003412', null])
  expect(heard).toMatchObject([{ source: 'patio', value: 21 }, { value: 22 }, { type: 'input' }])
  expect(heard[1]).not.toHaveProperty('source')
})
