import { setTimeout } from 'node:timers/promises'
import {
  type AckEvent,
  type AgentStatusEvent,
  CloseCode,
  type ScanEvent,
  type WireEntry,
} from '@vehicle-control/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { revokeSession } from '../store/auth/sessions.ts'
import { setSuppressWindowMs } from '../store/settings/settings.ts'
import { createUser } from '../store/people/users.ts'
import { epochs, helloFrame, readEntry, type TestDevice } from '../testing/agent-side.ts'
import { type Mosquitto, startMosquitto } from '../testing/mosquitto.ts'
import { type TestBrowser, TestReplica } from '../testing/replica.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'

const [epoch] = epochs
const within = { timeout: 20_000, interval: 20 }
const until = (check: () => unknown) => vi.waitFor(check, within)

/** The rounds alone bring what the bus does not: where it is tried, they come late. */
const never = 600_000
let roundEveryMs = 300
let store: TempStore
let broker: Mosquitto
let a: TestReplica
let b: TestReplica
let atA: TestBrowser
let atB: TestBrowser
let device: TestDevice

beforeEach(async () => {
  store = await openTempStore()
  broker = await startMosquitto()
  a = await TestReplica.start(store.config, broker.port, roundEveryMs)
  const agent = { code: 'gate-1', code_key: 'gate-1', name: 'Norte', created_at: 0 }
  await a.db.insertInto('agents').values(agent).execute()
  const key = { id: 'key-1', agent_id: 1, secret_hash: '', created_at: 0 }
  await a.db.insertInto('agent_keys').values(key).execute()
  const tag = { rfid_tag: 'TEST-001', plate: 'KLM482', name: 'Duster', owner: 'Ana' }
  const asset = { type: 'vehicle' as const, created_at: 0, updated_at: 0, ...tag }
  await a.db.insertInto('assets').values(asset).execute()
  const user = { email: 'a@b.co', name: 'A', role: 'admin' as const, kiosk: false, demo: false }
  await createUser(a.db, { ...user, passwordHash: '', now: 0 })
  b = await TestReplica.start(store.config, broker.port, roundEveryMs)
  await linked()
  atA = await a.openBrowser('token-a')
  atB = await b.openBrowser('token-b')
  device = await a.connectDevice()
  await device.hello()
  await until(() => expect(statuses(atB)).toEqual([true]))
})
afterEach(async () => {
  device.socket.close()
  await a.stop()
  await b.stop()
  await broker.stop()
  await store.close()
})

const linked = () =>
  until(() => {
    expect([a, b].map(({ cluster }) => cluster.bus.isConnected)).toEqual([true, true])
    expect(a.cluster.replicas.reaches(b.cluster.replicas.me)).toBe(true)
    expect(b.cluster.replicas.reaches(a.cluster.replicas.me)).toBe(true)
  })
const unlinked = () =>
  until(() => expect([a, b].map(({ cluster }) => cluster.bus.isConnected)).toEqual([false, false]))
const events = <T>(browser: TestBrowser, name: string): T[] =>
  browser.heard.filter(([heard]) => heard === name).map(([, event]) => event as T)
const scans = (browser: TestBrowser) =>
  events<ScanEvent>(browser, 'rfid:scan').map(({ id }) => Number(id.split('-')[1]))
const inOrder = (browser: TestBrowser) => scans(browser).toSorted((x, y) => x - y)
const statuses = (browser: TestBrowser) =>
  events<AgentStatusEvent>(browser, 'agent:status').map(({ connected }) => connected)
const acks = (browser: TestBrowser) =>
  events<AckEvent>(browser, 'agent:ack').map(({ id, reason }) => `${id} ${reason}`)
const agentRow = () => a.db.selectFrom('agents').selectAll().executeTakeFirstOrThrow()

function resultEntry(seq: number, id: string): WireEntry {
  const data = { id, pin: 17, state: 1, ok: true, onMs: 0, reason: 'done' }
  return { ...readEntry(seq), kind: 'command_result', data }
}

describe('by the bus alone', () => {
  beforeAll(() => void (roundEveryMs = never))
  afterAll(() => void (roundEveryMs = 300))

  it('settings, names, newer connections and the end of a key come through', async () => {
    const agent = { code: 'gate-1', name: 'Sur', location: null }
    b.cluster.bus.broadcast('agentRenamed', { agentId: 1, agent })
    b.cluster.bus.broadcast('suppressWindow', 20_000)
    expect(await device.next('settings')).toEqual({ type: 'settings', suppressWindowMs: 20_000 })
    device.send({ type: 'live', epoch, mono: 1, entries: [readEntry(1)] })
    await until(() => expect(events(atB, 'rfid:scan')).toMatchObject([{ agent }]))
    const newer = await b.connectDevice()
    await newer.hello()
    expect(await device.ended).toMatchObject({ code: CloseCode.superseded })
    const change = { agentId: 1, closeCode: CloseCode.keyRevoked, reason: 'key revoked' }
    a.cluster.bus.broadcast('agentChanged', change)
    expect(await newer.ended).toMatchObject({ code: CloseCode.keyRevoked })
  })

  describe('what an agent of one hub reports', () => {
    it('reaches the browsers of every hub once, live and stored', async () => {
      device.send({ type: 'live', epoch, mono: 1, entries: [readEntry(2), readEntry(4)] })
      await until(() => expect(scans(atB)).toEqual([2, 4]))
      const data = { uid: 'TEST-001', reader: 'gate', count: 3, spanMs: 5 }
      const sample = { type: 'temp', value: 21.5, unit: '°C' }
      await device.batch(
        epoch,
        0,
        [1, 2, 3].map((seq) => readEntry(seq)),
      )
      await device.batch(epoch, 3, [
        readEntry(4),
        { ...readEntry(5), kind: 'suppressed', data },
        { ...readEntry(6), kind: 'telemetry', data: sample },
        readEntry(7, 'TEST-777'),
      ])
      for (const browser of [atA, atB]) {
        await until(() => expect(scans(browser)).toEqual([2, 4, 1, 3, 7]))
        expect(events(browser, 'rfid:suppressed')).toMatchObject([{ id: `${epoch}-5`, count: 3 }])
        expect(events(browser, 'agent:telemetry')).toMatchObject([sample])
        expect(events(browser, 'rfid:tag')).toMatchObject([{ id: `${epoch}-7` }])
      }
      expect(events(atB, 'rfid:scan')[0]).toEqual(events(atA, 'rfid:scan')[0])
    })

    it('shows its readers and that it is there on every hub', async () => {
      const reader = { id: 'gate', type: 'line', path: '/dev/ttyUSB0', noise: 0 }
      const state = { ...reader, state: 'open', simulated: false }
      const outbox = { bytes: 0, maxBytes: 1, unacked: 0 }
      const data = { version: '1', event: 'started', readers: [state], clock: 'synced', outbox }
      const status = { ...readEntry(1), kind: 'status', data: { ...data, suppressWindowMs: 1 } }
      await device.batch(epoch, 0, [status])
      const shown = { connected: true, simulate: false, port: '/dev/ttyUSB0' }
      await until(() => expect(events(atB, 'rfid:status').at(-1)).toEqual(shown))
      expect(b.agents.rfidStatus()).toEqual(shown)
      const { id, replica } = await agentRow()
      expect([a, b].map((each) => each.agents.presence.isConnected(id, replica))).toEqual([
        true,
        true,
      ])
      device.socket.close()
      for (const browser of [atA, atB]) {
        await until(() => expect(statuses(browser)).toEqual([true, false]))
        await until(() =>
          expect(events(browser, 'rfid:status').at(-1)).toMatchObject({ connected: false }),
        )
      }
      expect(await agentRow()).toMatchObject({ replica: null })
    })
  })

  it('leaves the agent to its newest connection, at whichever hub', async () => {
    const newer = await b.connectDevice()
    await newer.hello()
    expect(await device.ended).toMatchObject({ code: CloseCode.superseded })
    await newer.batch(epoch, 0, [readEntry(1)])
    for (const browser of [atA, atB]) {
      await until(() => expect(scans(browser)).toEqual([1]))
      expect(statuses(browser)).toEqual([true, true])
    }
    newer.socket.close()
    await until(() => expect(statuses(atA)).toEqual([true, true, false]))
  })

  it('is nobody’s when its connection ended while its hello waited', async () => {
    const gone = await a.connectDevice()
    const before = (await agentRow()).generation
    let release = () => {}
    let held: Promise<void> | undefined
    await new Promise<void>((begun) => {
      held = withLockOfAllHubs(a.db, () => {
        begun()
        return new Promise<void>((resolve) => void (release = resolve))
      })
    })
    gone.send(helloFrame())
    await setTimeout(200)
    gone.socket.terminate()
    await setTimeout(200)
    release()
    await held
    await until(async () => expect((await agentRow()).generation).toBe(before + 1))
    await until(async () => expect(await agentRow()).toMatchObject({ replica: null }))
    expect(await b.relay('open-1')).toEqual({ type: 'offline' })
  })

  describe('a relay command', () => {
    it('goes to the hub that holds the agent, and its result to every browser once', async () => {
      const sentAt = performance.now()
      device.send({ type: 'ping', mono: 1000 })
      await device.next('pong')
      expect(await b.relay('open-1')).toEqual({ type: 'issued', id: 'open-1' })
      const command = await device.next('command')
      expect(command).toMatchObject({ id: 'open-1', pin: 17, state: 1, durationMs: 2000 })
      // Never longer than 5 s from the asking, whatever the way took.
      expect(command.deadline).toBeLessThanOrEqual(1000 + 5000 + (performance.now() - sentAt))
      device.send({ type: 'live', epoch, mono: 1, entries: [resultEntry(1, 'open-1')] })
      await device.batch(epoch, 0, [resultEntry(1, 'open-1'), readEntry(2)])
      for (const browser of [atA, atB]) {
        await until(() => expect(scans(browser)).toEqual([2]))
        expect(acks(browser)).toEqual(['open-1 done'])
      }
    })

    it('of a hub that nobody has looked at yet is left open', async () => {
      const readers = JSON.stringify({ open: 0, simulated: 0, port: null })
      await a.db.insertInto('replicas').values({ id: 'new', beats: 1, readers }).execute()
      const command = { agent_id: 1, pin: 17, state: 1, actor: 'x', replica: 'new' }
      const row = { ...command, id: 'c1', created_at: Date.now() }
      await a.db.insertInto('relay_commands').values(row).execute()
      await a.commands.closeAbandoned()
      const rows = await a.db.selectFrom('relay_commands').select('reason').execute()
      expect(rows).toEqual([{ reason: null }])
    })

    it('is not carried out by a message alone', async () => {
      const { me } = a.cluster.replicas
      const forged = { replica: me, agentId: 1, id: 'forged', deadline: performance.now() + 60_000 }
      b.cluster.bus.publish('command', forged)
      await b.relay('asked')
      expect(await device.next('command')).toMatchObject({ id: 'asked' })
    })
  })
})

describe('without a broker', () => {
  it('no stored read is lost to a browser, and none comes twice when it is back', async () => {
    await device.batch(epoch, 0, [readEntry(1)])
    await until(() => expect(scans(atB)).toEqual([1]))
    await broker.kill()
    await unlinked()
    device.send({ type: 'live', epoch, mono: 1, entries: [readEntry(3)] })
    const late = readEntry(4, 'TEST-001', { age: 90_000 })
    await device.batch(epoch, 1, [readEntry(2), readEntry(3), late])
    await until(() => expect(inOrder(atB)).toEqual([1, 2, 3]))
    await broker.restart()
    let seq = 4
    // Across the moment at which the bus is back: some by the database, some by the bus.
    while (!(a.cluster.bus.isConnected && b.cluster.bus.isConnected)) {
      await device.batch(epoch, seq, [readEntry(++seq)])
    }
    await linked()
    await device.batch(epoch, seq, [readEntry(++seq)])
    const all = Array.from({ length: seq }, (_, i) => i + 1).filter((each) => each !== 4)
    await until(() => expect(inOrder(atB)).toEqual(all))
    expect(inOrder(atA)).toEqual(all)
  }, 60_000)

  it('a command for an agent of another hub is refused at once', async () => {
    await broker.kill()
    await unlinked()
    expect(await b.relay('open-1')).toEqual({ type: 'unreachable' })
    expect(await a.relay('open-2')).toEqual({ type: 'issued', id: 'open-2' })
    expect(await device.next('command')).toMatchObject({ id: 'open-2' })
    await device.batch(epoch, 0, [resultEntry(1, 'open-2')])
    // B has no bus to hear it from: the database tells.
    await until(() => expect(acks(atB)).toEqual(['open-2 done']))
    expect(acks(atA)).toEqual(['open-2 done'])
    const rows = await a.db.selectFrom('relay_commands').select('id').execute()
    expect(rows).toEqual([{ id: 'open-2' }])
  })

  it('a result that comes too late for the screens is not told from the database either', async () => {
    await broker.kill()
    await unlinked()
    await a.relay('open-1')
    await a.relay('open-2')
    const at = Date.now() - 90_000
    await device.batch(epoch, 0, [{ ...resultEntry(1, 'open-1'), at, age: 90_000 }])
    await setTimeout(2 * roundEveryMs)
    await device.batch(epoch, 1, [resultEntry(2, 'open-2')])
    for (const browser of [atA, atB]) {
      await until(() => expect(acks(browser)).toContain('open-2 done'))
      expect(acks(browser)).toEqual(['open-2 done'])
    }
  })

  it('the database tells the screens what the bus would have told them', async () => {
    await broker.kill()
    await unlinked()
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
    const told = (browser: TestBrowser) => names.map((name) => events(browser, name))
    for (const browser of [atA, atB]) {
      await until(() => expect(told(browser).map(({ length }) => length)).toEqual([2, 1, 1, 1]))
    }
    expect(told(atB)).toEqual(told(atA))
    expect(events(atB, 'rfid:scan')[0]).toMatchObject({ vehicle: { plate: 'KLM482' } })
  })

  it('settings, newer connections and revoked sessions still come through', async () => {
    await broker.kill()
    await unlinked()
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

describe('a hub that died', () => {
  beforeEach(async () => {
    const readers = JSON.stringify({ open: 1, simulated: 0, port: 'x' })
    await a.db.insertInto('replicas').values({ id: 'dead', beats: 7, readers }).execute()
    await until(() => expect(b.cluster.replicas.isAlive('dead')).toBe(true))
  })

  it('leaves no agent behind that looks connected, and no command without an end', async () => {
    await a.db.updateTable('agents').set({ replica: 'dead', generation: 9 }).execute()
    const command = { agent_id: 1, pin: 17, state: 1, actor: 'x', replica: 'dead' }
    await a.db
      .insertInto('relay_commands')
      .values({ ...command, id: 'c1', created_at: Date.now() })
      .execute()
    for (const browser of [atA, atB]) {
      await until(() => expect(acks(browser)).toEqual(['c1 timeout']))
      await until(() => expect(statuses(browser).at(-1)).toBe(false))
    }
    expect(await agentRow()).toMatchObject({ replica: null })
    expect(await b.relay('c2')).toEqual({ type: 'offline' })
    await until(() => expect(b.cluster.replicas.living()).not.toContain('dead'))
  })

  it('that was only taken for dead has its agents say hello again', async () => {
    const { me } = a.cluster.replicas
    await b.db.deleteFrom('replicas').where('id', '=', me).execute()
    await b.db.updateTable('agents').set({ replica: null }).execute()
    expect(await device.ended).toMatchObject({ code: CloseCode.rejoin })
    await until(() => expect(b.cluster.replicas.isAlive(me)).toBe(true))
  })
})
