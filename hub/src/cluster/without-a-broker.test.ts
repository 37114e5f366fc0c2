import { setTimeout } from 'node:timers/promises'
import { CloseCode } from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { revokeSession } from '../store/auth/sessions.ts'
import { setSuppressWindowMs } from '../testing/set-suppress-window.ts'
import { epochs, readEntry } from '../testing/agent-side.ts'
import type { TestBrowser } from '../testing/replica.ts'
import {
  acks,
  events,
  QUICK_ROUNDS_MS,
  resultEntry,
  scans,
  until,
  setUpTwoReplicas,
} from '../testing/two-replicas.ts'

const [epoch] = epochs
const two = setUpTwoReplicas(QUICK_ROUNDS_MS)

const inOrder = (browser: TestBrowser) => scans(browser).toSorted((x, y) => x - y)

describe('without a broker', () => {
  it('no stored read is lost to a browser, and none comes twice when it is back', async () => {
    await two.device.batch(epoch, 0, [readEntry(1)])
    await until(() => expect(scans(two.atB)).toEqual([1]))
    await two.cut()
    two.device.send({ type: 'live', epoch, mono: 1, entries: [readEntry(3)] })
    const late = readEntry(4, 'TEST-001', { age: 90_000 })
    await two.device.batch(epoch, 1, [readEntry(2), readEntry(3), late])
    await until(() => expect(inOrder(two.atB)).toEqual([1, 2, 3]))
    await two.broker.restart()
    let seq = 4
    // Across the moment at which the bus is back: some by the database, some by the bus.
    while (!(two.a.cluster.bus.isConnected && two.b.cluster.bus.isConnected)) {
      await two.device.batch(epoch, seq, [readEntry(++seq)])
      // An agent that sends more than 100 frames a second is closed.
      await setTimeout(15)
    }
    await two.linked()
    await two.device.batch(epoch, seq, [readEntry(++seq)])
    const all = Array.from({ length: seq }, (_, i) => i + 1).filter((each) => each !== 4)
    await until(() => expect(inOrder(two.atB)).toEqual(all))
    expect(inOrder(two.atA)).toEqual(all)
  }, 60_000)

  it('a command for an agent of another hub is refused at once', async () => {
    await two.cut()
    expect(await two.b.relay('open-1')).toEqual({ type: 'unreachable' })
    expect(await two.a.relay('open-2')).toEqual({ type: 'issued', id: 'open-2' })
    expect(await two.device.next('command')).toMatchObject({ id: 'open-2' })
    await two.device.batch(epoch, 0, [resultEntry(1, 'open-2')])
    // B has no bus to get it from: it comes from the database.
    await until(() => expect(acks(two.atB)).toEqual(['open-2 done']))
    expect(acks(two.atA)).toEqual(['open-2 done'])
    const rows = await two.a.db.selectFrom('relay_commands').select('id').execute()
    expect(rows).toEqual([{ id: 'open-2' }])
  })

  it('a result that comes too late to be announced is not announced from the database either', async () => {
    await two.cut()
    await two.a.relay('open-1')
    await two.a.relay('open-2')
    const at = Date.now() - 90_000
    await two.device.batch(epoch, 0, [{ ...resultEntry(1, 'open-1'), at, age: 90_000 }])
    await setTimeout(2 * QUICK_ROUNDS_MS)
    await two.device.batch(epoch, 1, [resultEntry(2, 'open-2')])
    for (const browser of [two.atA, two.atB]) {
      await until(() => expect(acks(browser)).toContain('open-2 done'))
      expect(acks(browser)).toEqual(['open-2 done'])
    }
  })

  it('what the bus would have brought is announced from the database', async () => {
    await two.cut()
    const repeats = { uid: 'TEST-001', reader: 'gate', count: 3, spanMs: 5 }
    const sample = { type: 'hum', value: 40, unit: '%' }
    const seen = { uid: 'TEST-001', reader: 'gate', verdict: 'allow', previous: true }
    const decided = { ...seen, reason: 'allowed', mode: 'observe', rule: 4 }
    await two.device.batch(epoch, 0, [
      readEntry(1),
      readEntry(2, 'TEST-777'),
      { ...readEntry(3), kind: 'suppressed', data: repeats },
      { ...readEntry(4), kind: 'telemetry', data: sample },
      { ...readEntry(5, 'TEST-001', { age: 90_000, at: Date.now() - 90_000 }) },
      { ...readEntry(6), kind: 'decision', data: decided },
    ])
    const names = ['rfid:scan', 'rfid:tag', 'rfid:suppressed', 'agent:telemetry', 'access:decision']
    const announced = (browser: TestBrowser) => names.map((name) => events(browser, name))
    for (const browser of [two.atA, two.atB]) {
      await until(() =>
        expect(announced(browser).map(({ length }) => length)).toEqual([2, 1, 1, 1, 1]),
      )
    }
    expect(announced(two.atB)).toEqual(announced(two.atA))
    expect(events(two.atB, 'rfid:scan')[0]).toMatchObject({ vehicle: { plate: 'KLM482' } })
  })

  it('settings, newer connections and revoked sessions still come through', async () => {
    await two.cut()
    await setSuppressWindowMs(two.b.db, 20_000)
    expect(await two.device.next('settings')).toEqual({
      type: 'settings',
      suppressWindowMs: 20_000,
    })
    const newer = await two.b.connectDevice()
    await newer.hello()
    expect(await two.device.ended).toMatchObject({ code: CloseCode.superseded })
    const gone = new Promise((resolve) => void two.atA.socket.once('disconnect', resolve))
    await revokeSession(two.b.db, two.atA.sessionId, Date.now())
    expect(await gone).toBe('io server disconnect')
    newer.socket.close()
  })
})
