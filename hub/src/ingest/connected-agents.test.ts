import { connect } from 'node:net'
import type { AgentStatusEvent } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  AgentSide,
  epochRange,
  epochs,
  helloFrame,
  readEntry,
  TestDevice,
} from '../testing/agent-side.ts'

const [epoch, otherEpoch] = epochs
let hub: AgentSide

beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
})
afterEach(() => hub.end())

describe('the upgrade', () => {
  it.each(['unknown', 'key-3', ''])('answers 401 to the key «%s»', async (key) => {
    const device = new TestDevice(hub.url, key)
    await expect(device.opened).rejects.toThrow('401')
    expect(hub.said.join('')).toContain('"address":"10.0.0.1","msg":"an agent was refused')
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

  it('is put off for an agent that comes over and over, and for no other', async () => {
    for (;;) {
      const device = await hub.connect()
      device.send(helloFrame())
      const welcome = device.next('welcome').catch(() => null)
      if ((await welcome) === null) {
        const { code, reason } = await device.ended
        expect([code, reason]).toEqual([1013, expect.stringMatching(/^\{"retryAfterMs":\d+\}$/)])
        break
      }
      device.socket.close()
      await device.ended
    }
    await (await hub.connect('key-2')).hello({ agent: 'gate-2', epochs: [] })
  })

  it('is not waited for on many connections of one agent: the oldest is put off', async () => {
    const devices = []
    for (let i = 0; i < 6; i++) devices.push(await hub.connect())
    const other = await hub.connect('key-2')
    for (const device of devices.slice(0, 2)) {
      expect(await device.ended).toMatchObject({ code: 1013 })
    }
    for (const device of devices.slice(2)) await device.hello()
    await other.hello({ agent: 'gate-2', epochs: [] })
  })

  it('announces that the agent came, and that it left', async () => {
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

describe('the use of a key', () => {
  const used = async () => {
    const rows = hub.db.selectFrom('agent_keys').select('last_used_at').where('id', '=', 'key-1')
    return (await rows.executeTakeFirstOrThrow()).last_used_at
  }
  it.each([
    ['is stored with the hello', 3_600_000, false],
    ['is not stored again within a minute', 20_000, true],
  ])('%s', async (_, ago, isKept) => {
    const before = Date.now() - ago
    await hub.db.updateTable('agent_keys').set({ last_used_at: before }).execute()
    await (await hub.connect('key-1')).hello()
    expect((await used()) === before).toBe(isKept)
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

describe('a command by name', () => {
  const order = { id: 'c1', relay: 'Barrera', state: 1 } as const

  it('goes to the edge whose hello accepts it, without a pin', async () => {
    const device = await hub.connect()
    const { takes } = await device.hello({ accepts: ['named_relay'] })
    expect(takes).toEqual(['named_relay', 'decision', 'access'])
    expect(hub.sockets.sendCommand(1, order)).toBe('sent')
    const frame = await device.next('named_command')
    expect(frame).toMatchObject({ ...order, bootId: 'boot' })
    expect(frame).not.toHaveProperty('pin')
  })

  it('goes by the hello of the connection that it would go to, whatever another one said', async () => {
    const newer = await hub.connect()
    await newer.hello({ accepts: ['named_relay'] })
    const stored = () =>
      hub.db.selectFrom('agents').select('accepts').where('id', '=', 1).executeTakeFirst()
    expect(await stored()).toEqual({ accepts: '["named_relay"]' })
    const downgraded = await hub.connect()
    const welcome = await downgraded.hello()
    expect(welcome.quarantined).toBe(false)
    expect(await newer.ended).toMatchObject({ code: 4009 })
    expect(hub.sockets.sendCommand(1, order)).toBe('outdated')
    expect(await stored()).toEqual({ accepts: '[]' })
    expect(hub.sockets.sendCommand(1, { id: 'c2', pin: 17, state: 0 })).toBe('sent')
    expect(await downgraded.next('command')).toMatchObject({ id: 'c2' })
    const upgraded = await hub.connect()
    await upgraded.hello({ accepts: ['named_relay'], join: welcome.join })
    expect(hub.sockets.sendCommand(1, order)).toBe('sent')
    expect(await upgraded.next('named_command')).toMatchObject(order)
  })
})

it('a frame of an unknown type is counted and passed over, once the edge has said hello', async () => {
  const device = await hub.connect()
  await device.hello()
  for (const frame of [{ type: 'later', mono: 'x' }, { type: 'unknown_frame' }]) device.send(frame)
  expect(await device.batch(epoch, 0, [readEntry(1)])).toMatchObject({ watermark: 1 })
  expect(await hub.registry.metrics()).toContain('vc_agent_unknown_frames_total 2')
})

it('a newer edge may say 20 frames a minute that are not known here, and no more', async () => {
  const device = await hub.connect()
  await device.hello()
  for (let i = 0; i < 20; i++) device.send({ type: `later-${i}` })
  expect(await device.batch(epoch, 0, [readEntry(1)])).toMatchObject({ watermark: 1 })
  device.send({ type: 'once too often' })
  expect(await device.ended).toMatchObject({ code: 1008 })
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

  it('is held while more waits than is kept for it, and loses nothing by that', async () => {
    let greet = () => {}
    const greeted = new Promise<void>((resolve) => (greet = resolve))
    hub.whileGreeting = () => greeted
    const device = await hub.connect()
    device.send(helloFrame())
    const frames = 20
    for (let f = 0; f < frames; f++) {
      const entries = Array.from({ length: 400 }, (_, i) => readEntry(f * 400 + i + 1))
      device.send({ type: 'batch', epoch, prev: f * 400, mono: 1, entries })
    }
    const metric = (name: string) => hub.registry.getSingleMetric(name)?.get()
    const value = async (name: string) => (await metric(name))?.values[0]?.value ?? 0
    await vi.waitFor(async () => expect(await value('vc_agent_sockets_held')).toBe(1))
    expect(await value('vc_agent_waiting_bytes')).toBeLessThan(1024 * 1024)
    greet()
    for (let watermark = 0; watermark < frames * 400;) {
      watermark = (await device.next('ack')).watermark
    }
    expect(await value('vc_agent_sockets_held')).toBe(0)
  })

  it('has live frames beyond the agreed rate left out, and its batches stored', async () => {
    const shown: string[] = []
    hub.bus.on('scans', (scans) => shown.push(...scans.map(({ event }) => event.id)))
    const device = await hub.connect()
    await device.hello()
    for (let seq = 1; seq <= 300; seq++) {
      device.send({ type: 'live', epoch, mono: seq, entries: [readEntry(seq)] })
    }
    await vi.waitFor(
      async () =>
        expect(await hub.registry.getSingleMetricAsString('vc_live_frames_skipped_total')).toMatch(
          /total [1-9]/,
        ),
      { timeout: 20_000 },
    )
    const entries = Array.from({ length: 300 }, (_, i) => readEntry(i + 1))
    expect(await device.batch(epoch, 0, entries)).toMatchObject({ watermark: 300 })
    await vi.waitFor(() => expect(new Set(shown).size).toBe(300))
    expect(shown).toHaveLength(300)
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
