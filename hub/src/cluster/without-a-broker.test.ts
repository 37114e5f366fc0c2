import { setTimeout } from 'node:timers/promises'
import { CloseCode } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { revokeSession } from '../store/auth/sessions.ts'
import { setSuppressWindowMs } from '../store/settings/settings.ts'
import { epochs, readEntry, type TestDevice } from '../testing/agent-side.ts'
import type { TestBrowser, TestReplica } from '../testing/replica.ts'
import {
  acks,
  events,
  QUICK_ROUNDS_MS,
  resultEntry,
  scans,
  until,
  TwoReplicas,
} from '../testing/two-replicas.ts'

const [epoch] = epochs
let hubs: TwoReplicas
let a: TestReplica
let b: TestReplica
let atA: TestBrowser
let atB: TestBrowser
let device: TestDevice

beforeEach(async () => {
  hubs = await TwoReplicas.start(QUICK_ROUNDS_MS)
  ;({ a, b, atA, atB, device } = hubs)
})
afterEach(() => hubs.stop())

const inOrder = (browser: TestBrowser) => scans(browser).toSorted((x, y) => x - y)

describe('without a broker', () => {
  it('no stored read is lost to a browser, and none comes twice when it is back', async () => {
    await device.batch(epoch, 0, [readEntry(1)])
    await until(() => expect(scans(atB)).toEqual([1]))
    await hubs.cut()
    device.send({ type: 'live', epoch, mono: 1, entries: [readEntry(3)] })
    const late = readEntry(4, 'TEST-001', { age: 90_000 })
    await device.batch(epoch, 1, [readEntry(2), readEntry(3), late])
    await until(() => expect(inOrder(atB)).toEqual([1, 2, 3]))
    await hubs.broker.restart()
    let seq = 4
    // Across the moment at which the bus is back: some by the database, some by the bus.
    while (!(a.cluster.bus.isConnected && b.cluster.bus.isConnected)) {
      await device.batch(epoch, seq, [readEntry(++seq)])
    }
    await hubs.linked()
    await device.batch(epoch, seq, [readEntry(++seq)])
    const all = Array.from({ length: seq }, (_, i) => i + 1).filter((each) => each !== 4)
    await until(() => expect(inOrder(atB)).toEqual(all))
    expect(inOrder(atA)).toEqual(all)
  }, 60_000)

  it('a command for an agent of another hub is refused at once', async () => {
    await hubs.cut()
    expect(await b.relay('open-1')).toEqual({ type: 'unreachable' })
    expect(await a.relay('open-2')).toEqual({ type: 'issued', id: 'open-2' })
    expect(await device.next('command')).toMatchObject({ id: 'open-2' })
    await device.batch(epoch, 0, [resultEntry(1, 'open-2')])
    // B has no bus to get it from: it comes from the database.
    await until(() => expect(acks(atB)).toEqual(['open-2 done']))
    expect(acks(atA)).toEqual(['open-2 done'])
    const rows = await a.db.selectFrom('relay_commands').select('id').execute()
    expect(rows).toEqual([{ id: 'open-2' }])
  })

  it('a result that comes too late to be announced is not announced from the database either', async () => {
    await hubs.cut()
    await a.relay('open-1')
    await a.relay('open-2')
    const at = Date.now() - 90_000
    await device.batch(epoch, 0, [{ ...resultEntry(1, 'open-1'), at, age: 90_000 }])
    await setTimeout(2 * QUICK_ROUNDS_MS)
    await device.batch(epoch, 1, [resultEntry(2, 'open-2')])
    for (const browser of [atA, atB]) {
      await until(() => expect(acks(browser)).toContain('open-2 done'))
      expect(acks(browser)).toEqual(['open-2 done'])
    }
  })

  it('what the bus would have brought is announced from the database', async () => {
    await hubs.cut()
    const repeats = { uid: 'TEST-001', reader: 'gate', count: 3, spanMs: 5 }
    const sample = { type: 'hum', value: 40, unit: '%' }
    await device.batch(epoch, 0, [
      readEntry(1),
      readEntry(2, 'TEST-777'),
      { ...readEntry(3), kind: 'suppressed', data: repeats },
      { ...readEntry(4), kind: 'telemetry', data: sample },
      { ...readEntry(5, 'TEST-001', { age: 90_000, at: Date.now() - 90_000 }) },
    ])
    const names = ['rfid:scan', 'rfid:tag', 'rfid:suppressed', 'agent:telemetry']
    const announced = (browser: TestBrowser) => names.map((name) => events(browser, name))
    for (const browser of [atA, atB]) {
      await until(() =>
        expect(announced(browser).map(({ length }) => length)).toEqual([2, 1, 1, 1]),
      )
    }
    expect(announced(atB)).toEqual(announced(atA))
    expect(events(atB, 'rfid:scan')[0]).toMatchObject({ vehicle: { plate: 'KLM482' } })
  })

  it('settings, newer connections and revoked sessions still come through', async () => {
    await hubs.cut()
    await setSuppressWindowMs(b.db, 20_000)
    expect(await device.next('settings')).toEqual({ type: 'settings', suppressWindowMs: 20_000 })
    const newer = await b.connectDevice()
    await newer.hello()
    expect(await device.ended).toMatchObject({ code: CloseCode.superseded })
    const gone = new Promise((resolve) => void atA.socket.once('disconnect', resolve))
    await revokeSession(b.db, atA.sessionId, Date.now())
    expect(await gone).toBe('io server disconnect')
    newer.socket.close()
  })
})
