import { hostname } from 'node:os'
import { CloseCode } from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { epochs, readEntry } from '../testing/agent-side.ts'
import { RUNNING } from '../version.ts'
import {
  events,
  NO_ROUNDS_MS,
  scans,
  statuses,
  until,
  setUpTwoReplicas,
} from '../testing/two-replicas.ts'

const [epoch] = epochs
const two = setUpTwoReplicas(NO_ROUNDS_MS)

it('by the bus alone settings, names, newer connections and the end of a key come through', async () => {
  const agent = { code: 'gate-1', name: 'Sur', location: null }
  two.b.cluster.bus.broadcast('agentRenamed', { agentId: 1, agent })
  two.b.cluster.bus.broadcast('suppressWindow', 20_000)
  expect(await two.device.next('settings')).toEqual({ type: 'settings', suppressWindowMs: 20_000 })
  two.device.send({ type: 'live', epoch, mono: 1, entries: [readEntry(1)] })
  await until(() => expect(events(two.atB, 'rfid:scan')).toMatchObject([{ agent }]))
  const newer = await two.b.connectDevice()
  await newer.hello()
  expect(await two.device.ended).toMatchObject({ code: CloseCode.superseded })
  const change = { agentId: 1, closeCode: CloseCode.keyRevoked, reason: 'key revoked' }
  two.a.cluster.bus.broadcast('agentChanged', change)
  expect(await newer.ended).toMatchObject({ code: CloseCode.keyRevoked })
})

it('by the bus a hub knows on which machine another runs, and which release', async () => {
  const [me, other] = [two.b.cluster.replicas, two.a.cluster.replicas]
  await until(() => {
    expect(me.others()).toEqual([{ id: other.me, host: hostname(), version: RUNNING.version }])
  })
})

describe('what an agent of one hub reports', () => {
  it('reaches the browsers of every hub once, live and stored', async () => {
    two.device.send({ type: 'live', epoch, mono: 1, entries: [readEntry(2), readEntry(4)] })
    await until(() => expect(scans(two.atB)).toEqual([2, 4]))
    const data = { uid: 'TEST-001', reader: 'gate', count: 3, spanMs: 5 }
    const sample = { type: 'temp', value: 21.5, unit: '°C' }
    const seen = { uid: 'TEST-001', reader: 'gate', verdict: 'deny' }
    const decided = { ...seen, reason: 'denied', mode: 'observe' }
    await two.device.batch(
      epoch,
      0,
      [1, 2, 3].map((seq) => readEntry(seq)),
    )
    await two.device.batch(epoch, 3, [
      readEntry(4),
      { ...readEntry(5), kind: 'suppressed', data },
      { ...readEntry(6), kind: 'telemetry', data: sample },
      readEntry(7, 'TEST-777'),
      { ...readEntry(8), kind: 'decision', data: decided },
    ])
    for (const browser of [two.atA, two.atB]) {
      await until(() => expect(scans(browser)).toEqual([2, 4, 1, 3, 7]))
      await until(() => {
        expect(events(browser, 'rfid:suppressed')).toMatchObject([{ id: `${epoch}-5`, count: 3 }])
        expect(events(browser, 'agent:telemetry')).toMatchObject([sample])
        expect(events(browser, 'rfid:tag')).toMatchObject([{ id: `${epoch}-7` }])
        expect(events(browser, 'access:decision')).toMatchObject([
          { verdict: 'deny', vehicle: { plate: 'KLM482' } },
        ])
      })
    }
    expect(events(two.atB, 'rfid:scan')[0]).toEqual(events(two.atA, 'rfid:scan')[0])
  })

  it('shows its readers and that it is there on every hub', async () => {
    const reader = { id: 'gate', type: 'line', path: '/dev/ttyUSB0', noise: 0 }
    const state = { ...reader, state: 'open', simulated: false }
    const outbox = { bytes: 0, maxBytes: 1, unacked: 0 }
    const data = { version: '1', event: 'started', readers: [state], clock: 'synced', outbox }
    const status = { ...readEntry(1), kind: 'status', data: { ...data, suppressWindowMs: 1 } }
    await two.device.batch(epoch, 0, [status])
    const shown = { connected: true, simulate: false, port: '/dev/ttyUSB0' }
    await until(() => expect(events(two.atB, 'rfid:status').at(-1)).toEqual(shown))
    expect(two.b.agents.rfidStatus()).toEqual(shown)
    const { id, replica } = await two.agentRow()
    expect([two.a, two.b].map((each) => each.agents.presence.isConnected(id, replica))).toEqual([
      true,
      true,
    ])
    two.device.socket.close()
    for (const browser of [two.atA, two.atB]) {
      await until(() => expect(statuses(browser)).toEqual([true, false]))
      await until(() =>
        expect(events(browser, 'rfid:status').at(-1)).toMatchObject({ connected: false }),
      )
    }
    expect(await two.agentRow()).toMatchObject({ replica: null })
  })
})
