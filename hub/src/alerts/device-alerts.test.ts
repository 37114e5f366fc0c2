import fc from 'fast-check'
import type { ReaderState, StatusData, WireEntry } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { alertMail } from '../mail/alert-mail.ts'
import { alertNotices, insertAlertNotices } from '../store/reports/alerts.ts'
import { AgentSide, epochs, type TestDevice } from '../testing/agent-side.ts'
import { alertChanges } from './alert-changes.ts'
import { currentAlerts, watchAgents } from './alerts.ts'

const [epoch] = epochs
const HOUR_MS = 3_600_000
let side: AgentSide
let device: TestDevice
let seq: number

beforeEach(async () => {
  side = new AgentSide()
  await side.start()
  device = await side.connect()
  await device.hello()
  seq = 0
})
afterEach(() => side.end())

const entry = (kind: 'status' | 'telemetry', data: object): WireEntry => {
  return { seq: ++seq, kind, at: Date.now(), age: 5, clock: 'synced', data }
}
const report = (...entries: WireEntry[]) => device.batch(epoch, seq - entries.length, entries)
function status(change: Partial<StatusData>): WireEntry {
  const data: StatusData = {
    version: '1.0.0',
    event: 'periodic',
    readers: [],
    clock: 'synced',
    outbox: { bytes: 1, maxBytes: 100, unacked: 0 },
    suppressWindowMs: 60_000,
    ...change,
  }
  return entry('status', data)
}
const measured = (value: number) => entry('telemetry', { type: 'undervoltage', value, unit: '' })
const antenna = (id: string, change: Partial<ReaderState>): ReaderState => {
  const one = { id, type: 'llrp', path: '10.0.0.9:5084', simulated: false, noise: 0 }
  return { ...one, state: 'open', ...change }
}

const at = (connected: boolean) => ({ isConnected: () => connected, lastSeen: () => null })
const alerts = async (connected = true, now = Date.now()) => {
  const found = await currentAlerts(side.readOnly, at(connected), now)
  return found.map(({ kind, detail }) => `${kind}: ${detail}`).toSorted()
}
const humo = { id: 'humo', pin: 5, rule: 'fire', active: false } as const

it('tell of sensors, inputs and relays while they last, and of nothing that is no fault', async () => {
  const sensors: StatusData['sensors'] = [
    { source: 'caja', types: ['gas'], state: 'warming' },
    { source: 'humo-1', types: ['gas'], state: 'ok', alarm: '1.92 V, threshold 1.5 V' },
    { source: 'patio', types: ['temp'], state: 'stale', error: 'no answer' },
  ]
  const inputs: StatusData['inputs'] = [
    { ...humo, active: true },
    { id: 'lazo', pin: 6, rule: 'open', active: true },
    { id: 'salida', pin: 7, rule: 'open', active: null, error: 'line 7 is in use' },
  ]
  const relays = { driver: 'auto', simulated: false, pins: [], error: 'no GPIO chip' }
  await report(status({ sensors, inputs, relays }))
  expect(await alerts()).toEqual([
    'input_failed: salida: line 7 is in use',
    'input_fire: humo',
    'relays_failed: no GPIO chip',
    'sensor_alarm: humo-1: 1.92 V, threshold 1.5 V',
    'sensor_stale: patio: no answer',
  ])
  // While it is away nobody knows.
  expect(await alerts(false)).toEqual([])
  const healed = { driver: 'gpiochip', simulated: true, pins: [17 as const] }
  await report(
    status({
      sensors: [{ source: 'patio', types: ['temp'], state: 'ok' }],
      inputs: [humo],
      relays: healed,
    }),
  )
  expect(await alerts()).toEqual([])
})

it('tell of a relay whose state nobody knows, by its name, until it is known', async () => {
  const relays = { driver: 'gpiochip', simulated: false, pins: [17 as const] }
  const named = [{ name: 'Salida', pin: 22 }, { name: 'Patio' }, { name: 'Muelle' }]
  const lost = named.map((one) => ('pin' in one ? one : { ...one, error: 'no answer' }))
  await report(status({ relays: { ...relays, named: lost } }))
  expect(await alerts()).toEqual([
    'relay_failed: Muelle: no answer',
    'relay_failed: Patio: no answer',
  ])
  expect(await alerts(false)).toEqual([])
  // A hub from before it reads no kind of alert that it does not know.
  const stored = await side.db.selectFrom('agent_devices').select('alert').execute()
  expect(stored.filter(({ alert }) => alert !== null)).toEqual(
    Array(2).fill({ alert: 'relays_failed' }),
  )
  await report(status({ relays: { ...relays, named } }))
  expect(await alerts()).toEqual([])
})

it('tell of a barrier that was left open or contradicts itself, while its agent is there', async () => {
  const barriers = (...all: NonNullable<StatusData['barriers']>) =>
    report(status({ barriers: all }))
  const salida = { name: 'salida', position: 'contradictory' } as const
  await barriers({ position: 'open' }, { ...salida, position: 'between' })
  expect(await alerts()).toEqual([])
  const before = Date.now()
  await barriers({ position: 'open', leftOpenMs: 120_000 }, salida)
  expect(await alerts()).toEqual(['barrier_contradictory: salida', 'barrier_left_open: null'])
  // Since it was last closed, and not since the status that tells of it.
  const [left] = (await currentAlerts(side.readOnly, at(true), Date.now())).filter(
    ({ kind }) => kind === 'barrier_left_open',
  )
  expect(Math.abs(Date.parse(left?.since ?? '') - (before - 120_000))).toBeLessThan(60_000)
  expect(await alerts(false)).toEqual([])
  // An older hub reads no kind of alert that it does not know.
  const stored = await side.db.selectFrom('agent_devices').select(['kind', 'alert']).execute()
  expect(stored).toEqual([
    { kind: 'barrier', alert: null },
    { kind: 'barrier', alert: null },
  ])
  await barriers({ position: 'unknown' }, { ...salida, position: 'closed' })
  expect(await alerts()).toEqual([])
  await barriers({ position: 'between', leftOpenMs: 1000 })
  expect(await alerts()).toEqual(['barrier_left_open: null'])
  await report(status({}))
  expect(await alerts()).toEqual([])
})

it('tell of an agent that reaches the hub in clear, until it does no more', async () => {
  await report(status({ cleartext: true }))
  expect(await alerts()).toEqual(['cleartext: null'])
  expect(await alerts(false)).toEqual([])
  // A hub from before it reads no kind of alert that it does not know.
  const stored = await side.db.selectFrom('agent_devices').select(['kind', 'alert']).execute()
  expect(stored).toEqual([{ kind: 'link', alert: null }])
  await report(status({}))
  expect(await alerts()).toEqual([])
})

it('tell once of a device with several antennas what is wrong with all of them', async () => {
  const gone = { state: 'closed', error: 'connect ECONNREFUSED' } as const
  const hot = { warning: 'throttled: 85 °C' }
  await report(status({ readers: [antenna('in', gone), antenna('out', gone)] }))
  expect(await alerts()).toEqual(['reader_closed: in, out: connect ECONNREFUSED'])
  await report(status({ readers: [antenna('in', hot), antenna('out', hot)] }))
  expect(await alerts()).toEqual(['reader_warning: in, out: throttled: 85 °C'])
  const bad = { warning: 'return loss 3 dB' }
  await report(
    status({
      readers: [antenna('in', { ...bad, state: 'silent' }), antenna('out', { state: 'silent' })],
    }),
  )
  expect(await alerts()).toEqual([
    'reader_silent: in',
    'reader_silent: out',
    'reader_warning: in: return loss 3 dB',
  ])
})

it('tell of too little voltage since it began, until it is over or no longer told', async () => {
  await report(measured(1))
  const first = await currentAlerts(side.readOnly, at(true), Date.now())
  await report(measured(1))
  expect(await currentAlerts(side.readOnly, at(true), Date.now())).toEqual(first)
  expect(first).toMatchObject([{ kind: 'undervoltage', since: expect.any(String), detail: null }])
  expect(await alerts(true, Date.now() + HOUR_MS + 60_000)).toEqual([])
  await report(measured(0))
  expect(await alerts()).toEqual([])
})

it('are mailed once a cause and when it is over, in words, but not while the agent is away', async () => {
  const changes = async (connected: boolean) =>
    alertChanges(
      await watchAgents(side.readOnly, at(connected), Date.now()),
      await alertNotices(side.readOnly),
    )
  const ofHub = { begun: [], outages: [], ended: [] }
  const words = ({ begun, ended }: Awaited<ReturnType<typeof changes>>) =>
    alertMail({ begun, ended, ofHub }, ['a@b.co'], { publicOrigin: null, timeZone: 'UTC' }).text
  const stale = { types: ['temp' as const], state: 'stale' as const }
  const sensors = [
    { ...stale, source: 'patio' },
    { ...stale, source: 'techo' },
  ]
  const readers = [antenna('in', { warning: 'return loss' })]
  const relays = { driver: 'auto', simulated: false, pins: [], error: 'no chip' }
  const inputs = [{ ...humo, active: true }]
  const left = { position: 'open', leftOpenMs: 120_000 } as const
  const barriers = [left, { name: 'salida', position: 'contradictory' as const }]
  const all = { sensors, readers, relays, inputs, barriers, cleartext: true as const }
  await report(measured(1), status(all))
  const first = await changes(true)
  for (const line of [
    'sensor «patio» sin datos',
    'sensor «techo» sin datos',
    'lector «in» lee mal',
    'los relés no se pueden mover',
    'entrada de incendio «humo» activa',
    'la barrera quedó abierta desde',
    'la barrera «salida» dice abierta y cerrada a la vez',
    'voltaje bajo, la fuente no alcanza',
    'habla con el hub sin cifrar, su clave se puede leer en la red',
  ]) {
    expect(words(first)).toContain(line)
  }
  const notices = first.begun.map(({ agentId, alert: { kind }, part }) => ({ agentId, kind, part }))
  await insertAlertNotices(side.db, notices, Date.now())
  expect(await changes(true)).toEqual({ begun: [], ended: [], overIds: [] })
  expect(await changes(false)).toMatchObject({ ended: [], overIds: [] })
  await report(measured(0), status({ sensors: sensors.slice(1), readers, relays: null }))
  const { begun, ended } = await changes(true)
  const over = ended.map(({ kind, part }) => `${kind} ${part}`.trim())
  expect(begun).toEqual([])
  expect(over.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'barrier_contradictory salida',
    'barrier_left_open',
    'cleartext',
    'input_fire humo',
    'relays_failed',
    'sensor_stale patio',
    'undervoltage',
  ])
})

it('of a barrier stand, and are mailed, exactly while its agent is there and says so', async () => {
  const told = fc.record({
    position: fc.constantFrom('open', 'closed', 'between', 'unknown', 'contradictory'),
    leftOpenMs: fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: undefined }),
  })
  const step = fc.oneof(
    told.map((barrier) => ({ barrier })),
    fc.constant('restart' as const),
    fc.constant('offline' as const),
    fc.constant('online' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await report(status({}))
      await side.db.deleteFrom('alert_notices').execute()
      let connected = true
      let isLeft = false
      let isMailed = false
      for (const one of steps) {
        if (one === 'offline' || one === 'online') connected = one === 'online'
        // An edge that starts knows nothing of its contacts yet.
        else if (one === 'restart') {
          await report(status({ barriers: [{ position: 'unknown' }] }))
          isLeft = false
        } else {
          await report(status({ barriers: [one.barrier] }))
          isLeft = one.barrier.leftOpenMs !== undefined
        }
        const isTold = (await alerts(connected)).includes('barrier_left_open: null')
        expect(isTold).toBe(connected && isLeft)

        const agents = await watchAgents(side.readOnly, at(connected), Date.now())
        const { begun, ended, overIds } = alertChanges(agents, await alertNotices(side.readOnly))
        const ofBarrier = ({ kind }: { kind: string }) => kind === 'barrier_left_open'
        const mails = begun.filter(({ alert }) => ofBarrier(alert))
        expect(mails.length).toBe(connected && isLeft && !isMailed ? 1 : 0)
        expect(ended.filter(ofBarrier).length).toBe(connected && isMailed && !isLeft ? 1 : 0)
        if (connected) isMailed = isLeft
        await insertAlertNotices(
          side.db,
          begun.map(({ agentId, alert: { kind }, part }) => ({ agentId, kind, part })),
          Date.now(),
        )
        if (overIds.length > 0) {
          await side.db.deleteFrom('alert_notices').where('id', 'in', overIds).execute()
        }
      }
    }),
    { numRuns: 25 },
  )
})
