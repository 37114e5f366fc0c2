import { connect } from 'node:net'
import type { AgentStatusEvent, ScanEvent, SuppressedEvent } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  epochRange,
  epochs,
  helloFrame,
  readEntry,
  TestDevice,
  AgentSide,
} from '../testing/agent-side.ts'

const [epoch, otherEpoch] = epochs
let hub: AgentSide
let scans: ScanEvent[] = []
let repeats: SuppressedEvent[] = []

beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
  scans = []
  repeats = []
  hub.bus.on('scans', (news) => scans.push(...news.map((n) => n.event)))
  hub.bus.on('suppressed', (events) => repeats.push(...events))
})
afterEach(() => hub.end())

const reads = () => hub.db.selectFrom('reads').selectAll().orderBy('id').execute()
const watermark = () =>
  hub.db
    .selectFrom('agent_epochs')
    .select('watermark')
    .where('epoch', '=', epoch)
    .executeTakeFirst()

describe('the upgrade', () => {
  it.each(['unknown', 'key-3', ''])('answers 401 to the key «%s»', async (key) => {
    const device = new TestDevice(hub.url, key)
    await expect(device.opened).rejects.toThrow('401')
  })

  it('answers 401 to a request without a key', async () => {
    const { hostname, port } = new URL(hub.url)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13'
        const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
        socket.write(`GET /api/agent/sync HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n${key}\r\n\r\n`)
      })
      socket.once('data', (data) => resolve(data.toString()))
    })
    expect(answer).toMatch(/^HTTP\/1.1 401 /)
  })
})

describe('hello', () => {
  it('welcomes a device that holds no epoch yet', async () => {
    const device = await hub.connect()
    expect((await device.hello({ epochs: [] })).epochs).toEqual([])
  })

  it('answers each epoch with its watermark, firstSeq - 1 where it is unknown', async () => {
    let device = await hub.connect()
    await device.hello()
    await device.batch(epoch, 0, [readEntry(1), readEntry(2)])
    device.socket.close()
    device = await hub.connect()
    const unknown = { epoch: otherEpoch, firstSeq: 7, lastSeq: 9, lowestHeld: 7 }
    const welcome = await device.hello({ join: null, epochs: [epochRange(epoch, 2), unknown] })
    expect(welcome.epochs).toEqual([
      { epoch, watermark: 2 },
      { epoch: otherEpoch, watermark: 6 },
    ])
    expect(welcome.suppressWindowMs).toBe(60_000)
  })

  it.each([
    [2, 'upgrade_hub'],
    [-1, 'upgrade_edge'],
  ])('refuses protocol %i with %s and a message', async (protocol, code) => {
    const device = await hub.connect()
    device.send({ ...helloFrame(), protocol, epochs: 'another shape' })
    expect(await device.next('refuse')).toMatchObject({ code, message: /protocol/ })
    expect(await device.ended).toMatchObject({ code: 4002 })
  })

  it('refuses a code that is not the key’s, and an epoch that is another agent’s', async () => {
    const wrong = await hub.connect()
    wrong.send(helloFrame({ agent: 'gate-2' }))
    expect(await wrong.next('refuse')).toMatchObject({ code: 'wrong_agent' })
    await (await hub.connect()).hello()
    const thief = await hub.connect('key-2')
    thief.send(helloFrame({ agent: 'gate-2' }))
    expect(await thief.next('refuse')).toMatchObject({ code: 'foreign_epoch' })
  })

  it('closes the older connection of the agent with 4009', async () => {
    const older = await hub.connect()
    await older.hello()
    const newer = await hub.connect()
    await newer.hello()
    expect(await older.ended).toMatchObject({ code: 4009 })
    expect(await newer.batch(epoch, 0, [readEntry(1)])).toMatchObject({ watermark: 1 })
  })

  it('tells the screens who comes and goes', async () => {
    const statuses: AgentStatusEvent[] = []
    hub.bus.on('agentStatus', (status) => statuses.push(status))
    const device = await hub.connect()
    await device.hello()
    await vi.waitFor(() => expect(statuses).toHaveLength(1))
    expect(hub.sockets.presence.isConnected(1)).toBe(true)
    device.socket.close()
    await vi.waitFor(() => expect(statuses).toHaveLength(2))
    expect(statuses.map((s) => [s.agent.code, s.connected, s.online])).toEqual([
      ['gate-1', true, true],
      ['gate-1', false, true],
    ])
  })
})

describe('a key that was revoked', () => {
  it('opens nothing, even for a socket that was let in before', async () => {
    const waiting = await hub.connect()
    await hub.db.updateTable('agent_keys').set({ revoked_at: Date.now() }).execute()
    waiting.send(helloFrame())
    expect(await waiting.ended).toMatchObject({ code: 4001 })
    expect(hub.sockets.presence.isConnected(1)).toBe(false)
  })
})

describe('a bad peer', () => {
  const depth = 3000
  it.each([
    ['no JSON', 'nonsense', 1008],
    ['no frame', '{"type":"other"}', 1008],
    ['a deep frame', `${'['.repeat(depth)}${']'.repeat(depth)}`, 1008],
    ['a batch before hello', JSON.stringify({ type: 'ping', mono: 1 }), 1008],
    [
      'a hello that names an epoch twice',
      JSON.stringify(helloFrame({ epochs: [epochRange(epoch), epochRange(epoch)] })),
      1008,
    ],
    ['a frame over 128 KiB', JSON.stringify({ type: 'ping', pad: 'x'.repeat(200_000) }), 1009],
    [
      'an entry without a seq',
      JSON.stringify({ type: 'batch', epoch, prev: 0, mono: 1, entries: [{}] }),
      1008,
    ],
  ])('is closed for %s, and the hub goes on', async (_, frame, code) => {
    const bad = await hub.connect()
    bad.send(frame)
    expect(await bad.ended).toMatchObject({ code })
    const good = await hub.connect()
    await good.hello()
    expect(await good.batch(epoch, 0, [readEntry(1)])).toMatchObject({ watermark: 1 })
  })

  it('is closed for binary frames and for more frames than the limit', async () => {
    const binary = await hub.connect()
    binary.socket.send(Buffer.from([1, 2, 3]))
    expect(await binary.ended).toMatchObject({ code: 1008 })
    const flood = await hub.connect()
    await flood.hello()
    for (let i = 0; i < 900; i++) flood.send({ type: 'ping', mono: i })
    expect(await flood.ended).toMatchObject({ code: 1008 })
    expect(await hub.registry.getSingleMetricAsString('vc_agent_bad_frames_total')).toMatch(
      /too_many_frames/,
    )
  })
})

describe('a batch', () => {
  let device: TestDevice
  beforeEach(async () => {
    device = await hub.connect()
    await device.hello()
  })

  it('is stored once, however often it comes', async () => {
    const entries = [readEntry(1), readEntry(2, 'TEST-777')]
    for (let i = 0; i < 3; i++) await device.batch(epoch, 0, entries)
    const rows = await reads()
    expect(rows.map((r) => [r.seq, r.uid, r.asset_id])).toEqual([
      [1, 'TEST-001', 1],
      [2, 'TEST-777', null],
    ])
    expect(scans.map((s) => [s.id, s.vehicle?.plate])).toEqual([
      [`${epoch}-1`, 'KLM482'],
      [`${epoch}-2`, undefined],
    ])
  })

  it('above the watermark gets the watermark back', async () => {
    device.send({ type: 'batch', epoch, prev: 5, mono: 1, entries: [readEntry(6)] })
    expect(await device.next('nack')).toEqual({ type: 'nack', epoch, watermark: 0 })
    expect(await reads()).toEqual([])
  })

  it('with a hole inside is stored with a gap for the hole', async () => {
    await device.batch(epoch, 0, [readEntry(1), readEntry(5)])
    const gaps = await hub.db.selectFrom('gaps').selectAll().execute()
    expect(gaps).toMatchObject([{ from_seq: 2, to_seq: 4, reason: 'missing' }])
  })

  it('does not count in a gap what had arrived before the edge gave it up', async () => {
    await device.batch(epoch, 0, [readEntry(1), readEntry(2)])
    const data = { from: 1, to: 5, counts: { read: 5 }, reason: 'cap' }
    await device.batch(epoch, 2, [{ ...readEntry(5), kind: 'gap', data }])
    const gaps = await hub.db.selectFrom('gaps').selectAll().execute()
    expect(gaps).toMatchObject([{ from_seq: 3, to_seq: 5, counts: '{"read":3}' }])
    expect(await watermark()).toEqual({ watermark: 5 })
  })

  it('keeps bad entries as dead letters and the good ones beside them', async () => {
    const entries = [
      readEntry(1, 'TEST-001', { data: { uid: 5 } }),
      readEntry(2, 'TEST-001', { data: { damaged: '{"uid":"A' } }),
      readEntry(3, 'TEST-002'),
    ]
    expect(await device.batch(epoch, 0, entries)).toMatchObject({ watermark: 3 })
    const letters = await hub.db.selectFrom('dead_letters').selectAll().execute()
    expect(letters.map((l) => [l.seq, l.kind, l.payload])).toEqual([
      [1, 'read', '{"uid":5}'],
      [2, 'read', '{"damaged":"{\\"uid\\":\\"A"}'],
    ])
    expect((await reads()).map((r) => r.uid)).toEqual(['TEST-002'])
  })

  it('with values that no clock and no reader has is stored all the same', async () => {
    const huge = { age: 1e300, clock: 'unsynced' as const, at: -1e300 }
    const data = { uid: 'TEST-001', reader: 'gate', count: 1, spanMs: 1e300 }
    await device.batch(epoch, 0, [
      readEntry(1, 'TEST-001', huge),
      { ...readEntry(2), ...huge, kind: 'suppressed', data },
    ])
    const [row] = await reads()
    expect(new Date(row?.read_at ?? Number.NaN).getUTCFullYear()).toBe(2020)
  })

  it('with a status that names a reader twice keeps one of them', async () => {
    const reader = {
      id: 'gate',
      type: 'line',
      path: 'a',
      state: 'open',
      simulated: false,
      noise: 0,
    }
    const data = {
      version: '1',
      event: 'reader',
      readers: [reader, { ...reader, path: 'b' }],
      clock: 'synced',
      outbox: { bytes: 1, maxBytes: 2, unacked: 0 },
      suppressWindowMs: 60_000,
    }
    await device.batch(epoch, 0, [{ ...readEntry(1), kind: 'status', data }])
    const rows = await hub.db.selectFrom('agent_readers').select('path').execute()
    expect(rows).toEqual([{ path: 'b' }])
  })

  it('of gaps that all reach back is clipped, gap by gap', async () => {
    await device.batch(epoch, 0, [readEntry(1), readEntry(2)])
    const gap = (from: number, to: number) => {
      const data = { from, to, counts: { read: to - from + 1 }, reason: 'cap' }
      return { ...readEntry(to), kind: 'gap', data }
    }
    await device.batch(epoch, 2, [gap(1, 4), gap(1, 6), gap(1, 8)])
    const gaps = await hub.db.selectFrom('gaps').selectAll().orderBy('seq').execute()
    expect(gaps.map((g) => [g.from_seq, g.to_seq])).toEqual([
      [3, 4],
      [5, 6],
      [7, 8],
    ])
  })

  it('with an unknown kind is refused whole, and nothing of it is stored', async () => {
    const entries = [readEntry(1), { ...readEntry(2), kind: 'hologram' }]
    device.send({ type: 'batch', epoch, prev: 0, mono: 1, entries })
    expect(await device.next('refuse')).toMatchObject({ code: 'upgrade_hub' })
    expect(await reads()).toEqual([])
    expect(await watermark()).toEqual({ watermark: 0 })
  })

  it('stores the other kinds where they belong', async () => {
    const entry = (seq: number, kind: string, data: object) => ({ ...readEntry(seq), kind, data })
    const reader = { id: 'gate', type: 'line', path: '/dev/tty', simulated: false, noise: 2 }
    await device.batch(epoch, 0, [
      entry(1, 'suppressed', { uid: 'TEST-001', reader: 'gate', count: 4, spanMs: 900, rssi: -50 }),
      entry(2, 'telemetry', { type: 'temp', value: 21.5, unit: '°C' }),
      entry(3, 'command_result', {
        id: 'c1',
        pin: 17,
        state: 1,
        ok: true,
        onMs: 500,
        reason: 'done',
      }),
      entry(4, 'status', {
        version: '0.1.0',
        event: 'reader',
        readers: [{ ...reader, state: 'open' }],
        clock: 'synced',
        outbox: { bytes: 1, maxBytes: 2, unacked: 0 },
        suppressWindowMs: 60_000,
      }),
    ])
    const all = (table: 'suppressions' | 'telemetry' | 'relay_commands' | 'agent_readers') =>
      hub.db.selectFrom(table).selectAll().execute()
    expect(await all('suppressions')).toMatchObject([{ count: 4, rssi: -50, asset_id: 1 }])
    expect(await all('telemetry')).toMatchObject([{ type: 'temp', value: 21.5 }])
    expect(await all('relay_commands')).toMatchObject([{ id: 'c1', ok: 1, reason: 'done' }])
    expect(await all('agent_readers')).toMatchObject([{ reader: 'gate', state: 'open', noise: 2 }])
    expect(repeats).toMatchObject([{ id: `${epoch}-1`, count: 4 }])
    expect(hub.sockets.rfidStatus()).toEqual({ connected: true, simulate: false, port: '/dev/tty' })
  })
})

describe('time', () => {
  it('is the edge’s where its clock can be trusted and the hub’s reckoning elsewhere', async () => {
    const device = await hub.connect()
    await device.hello()
    const now = Date.now()
    await device.batch(epoch, 0, [
      readEntry(1, 'TEST-001', { at: now - 5000 }),
      readEntry(2, 'TEST-001', { at: 5000, clock: 'unsynced', age: 3000 }),
      readEntry(3, 'TEST-001', { at: now + 3_600_000, age: 2000 }),
      readEntry(4, 'TEST-001', { at: now - 90_000, age: 90_000 }),
      readEntry(5, 'TEST-001', { at: 5000, clock: 'unsynced', age: null }),
    ])
    const rows = await reads()
    expect(rows.map((r) => [r.clock, r.late])).toEqual([
      ['synced', 0],
      ['estimated', 0],
      ['estimated', 0],
      ['synced', 1],
      ['estimated', 1],
    ])
    expect(rows[0]?.read_at).toBe(now - 5000)
    expect((rows[1]?.received_at ?? 0) - (rows[1]?.read_at ?? 0)).toBe(3000)
    expect(rows[4]?.read_at).toBe(rows[4]?.received_at)
    // Late ones raise no event.
    expect(scans.map((s) => s.id)).toEqual([1, 2, 3].map((seq) => `${epoch}-${seq}`))
  })
})

describe('the live lane', () => {
  it('shows an entry ahead, stores nothing, and its batch does not show it again', async () => {
    const device = await hub.connect()
    await device.hello()
    device.send({ type: 'live', epoch, mono: 1, entries: [readEntry(3, 'TEST-001')] })
    await vi.waitFor(() => expect(scans.map((s) => s.id)).toEqual([`${epoch}-3`]))
    expect(await reads()).toEqual([])
    await device.batch(epoch, 0, [readEntry(1), readEntry(2), readEntry(3)])
    expect(scans.map((s) => s.id)).toEqual([3, 1, 2].map((seq) => `${epoch}-${seq}`))
    expect(await reads()).toHaveLength(3)
  })
})

describe('counters', () => {
  it('equal a plain recount', async () => {
    const device = await hub.connect()
    await device.hello()
    const start = Date.now() - 40 * 60_000
    for (let b = 0; b < 10; b++) {
      const entries = Array.from({ length: 50 }, (_, i) => {
        const seq = b * 50 + i + 1
        return readEntry(seq, seq % 3 === 0 ? 'TEST-001' : 'TEST-900', { at: start + seq * 4800 })
      })
      await device.batch(epoch, b * 50, entries)
    }
    const rows = await reads()
    const bucket = (at: number) => at - (at % 900_000)
    const recount = new Map<number, number>()
    for (const r of rows) {
      recount.set(bucket(r.read_at), (recount.get(bucket(r.read_at)) ?? 0) + 1)
    }
    const counted = await hub.db.selectFrom('read_counts').selectAll().orderBy('bucket').execute()
    expect(counted.map((c) => [c.bucket, c.reads])).toEqual(
      [...recount].toSorted((a, b) => a[0] - b[0]),
    )
    const assets = await hub.db.selectFrom('asset_counts').select('reads').execute()
    const total = assets.reduce((sum, a) => sum + a.reads, 0)
    expect(total).toBe(rows.filter((r) => r.asset_id !== null).length)
    const agent = await hub.db
      .selectFrom('agents')
      .select('readings_count')
      .orderBy('id')
      .executeTakeFirst()
    expect(agent?.readings_count).toBe(500)
  })
})
