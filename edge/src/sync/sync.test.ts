import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Batch, Command, ConfigError, Hello, NamedCommand } from '@vehicle-control/protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { monotonicMs } from '../clock/monotonic.ts'
import { Outbox } from '../outbox/outbox.ts'
import { FakeHub } from '../testing/fake-hub.ts'
import { Sync } from './sync.ts'

let folder = ''
let hub: FakeHub
let outbox: Outbox
let sync: Sync
let warnings: string[] = []
let fatal: ConfigError | null = null
let windowMs = 0
let commands: { command: Command | NamedCommand; quarantined: boolean }[] = []
let joins: string[] = []
let joinFails = false
let keys: string[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sync-'))
  warnings = []
  fatal = null
  commands = []
  joins = []
  joinFails = false
  keys = ['key-1', 'key-2']
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(JSON.parse(line).msg) })
  hub = new FakeHub()
  const hubUrl = await hub.start()
  const boot = 'boot-1'
  outbox = new Outbox({
    file: join(folder, 'outbox.db'),
    agentCode: 'gate-1',
    boot,
    monotonic: monotonicMs,
    onNotice: () => {},
    onBlocked: () => {},
    onFatal: () => {},
    stampGap: (counts, reason) => stamped('gap', { from: null, to: null, counts, reason }),
  })
  await outbox.open(0)
  sync = new Sync({
    hubUrl,
    outbox,
    log,
    clock: {
      monotonic: monotonicMs,
      age: (row) => monotonicMs() - row.mono,
      correct: ({ at, clock }) => ({ at, clock }),
      hubTime: () => {},
    },
    credentials: {
      key: async () => keys[0] ?? null,
      refused: (key) => (keys = keys.filter((k) => k !== key)),
      accepted: () => {},
      foreign: () => false,
    },
    identity: () => ({
      agent: 'gate-1',
      version: 'test',
      bootId: boot,
      wall: Date.now(),
      clock: 'synced',
      hardwareSerial: null,
      join: joins.at(-1) ?? null,
    }),
    saveJoin: async (offered) => {
      if (joinFails) throw new Error('disk full')
      joins.push(offered)
    },
    onSuppressWindow: (ms) => (windowMs = ms),
    onCommand: (command, quarantined) => commands.push({ command, quarantined }),
    onFatal: (error) => (fatal = error),
  })
  outbox.sendTo(sync)
})

afterEach(async () => {
  await sync.stop(0)
  await outbox.close()
  hub.end()
  rmSync(folder, { recursive: true })
})

function stamped(kind: 'read' | 'gap', data: object) {
  return { kind, mono: monotonicMs(), at: Date.now(), clock: 'synced' as const, data }
}
const command: Command = {
  type: 'command',
  id: 'c1',
  pin: 17,
  state: 1,
  durationMs: 5000,
  deadline: 1000,
  bootId: 'boot-1',
}
const read = (uid: string) => outbox.append(stamped('read', { uid, reader: 'gate' }))
const uidsOf = (batches: readonly Batch[]) =>
  batches.flatMap((b) => b.entries.map((e) => (e.data as { uid: string }).uid))
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })

describe('Sync', () => {
  it('tells the hub what it keeps soon after that has changed', async () => {
    hub.answerAll()
    const answer = hub.onFrame
    hub.onFrame = (frame) => void (frame.type === 'hello' && answer(frame))
    read('A')
    sync.start()
    const told = { unacked: 1, bytes: expect.any(Number), maxBytes: expect.any(Number) }
    await vi.waitFor(() => expect(hub.framesOf('ping').at(-1)?.outbox).toEqual(told))
  })

  it('begins with hello, then makes the join state durable before it confirms it', async () => {
    hub.answerAll()
    read('A')
    await outbox.flush()
    sync.start()
    await soon(() => expect(uidsOf(hub.framesOf('batch'))).toEqual(['A']))
    expect(hub.received[0]).toMatchObject({
      type: 'hello',
      protocol: 1,
      agent: 'gate-1',
      join: null,
    })
    expect(joins).toEqual(['j1'])
    expect(hub.framesOf('joined')).toMatchObject([{ join: 'j1' }])
    expect(windowMs).toBe(30_000)
    hub.send({ type: 'settings', suppressWindowMs: 45_000 })
    await soon(() => expect(windowMs).toBe(45_000))
  })

  it('sends again from the watermark of a hub that was restored', async () => {
    hub.answerAll()
    for (const uid of ['A', 'B', 'C']) read(uid)
    sync.start()
    await soon(() => expect(uidsOf(hub.framesOf('batch'))).toHaveLength(3))
    await soon(() => expect(outbox.stats.unacked).toBe(0))
    const [{ epoch }] = hub.framesOf('batch') as [Batch]
    hub.received.length = 0
    hub.answerAll({ [epoch]: 1 })
    hub.socket?.close()
    await soon(() => expect(uidsOf(hub.framesOf('batch'))).toEqual(['B', 'C']))
  })

  it('sends new reads ahead while the hub is slow to take the backlog', async () => {
    hub.answerAll()
    const { onFrame } = hub
    hub.onFrame = (frame) => frame.type === 'hello' && onFrame(frame)
    for (let i = 0; i < 5000; i++) read(`T${i}`)
    await outbox.flush()
    sync.start()
    await soon(() => expect(hub.framesOf('batch')).toHaveLength(8))
    read('fresh')
    await soon(() => expect(hub.framesOf('live')).toHaveLength(1))
    expect(hub.framesOf('live')[0]?.entries[0]?.data).toMatchObject({ uid: 'fresh' })
    for (const batch of hub.framesOf('batch')) onFrame(batch)
    hub.onFrame = onFrame
    await soon(() => expect(uidsOf(hub.framesOf('batch')).at(-1)).toBe('fresh'))
    expect(uidsOf(hub.framesOf('batch'))).toHaveLength(5001)
  })

  it('passes over a frame of a newer hub, and keeps the connection', async () => {
    hub.answerAll()
    sync.start()
    await soon(() => expect(hub.framesOf('joined')).toHaveLength(1))
    hub.send(JSON.stringify({ type: 'later', pin: 17 }))
    hub.send(command)
    await soon(() => expect(commands).toEqual([{ command, quarantined: false }]))
    expect(hub.connections).toBe(1)
  })

  it('counts frames of a newer hub, and ends a connection that brings more than 20 a minute', async () => {
    hub.answerAll()
    sync.start()
    await soon(() => expect(hub.framesOf('joined')).toHaveLength(1))
    for (let i = 0; i < 20; i++) hub.send(JSON.stringify({ type: `later-${i}` }))
    hub.send(command)
    await soon(() => expect(commands).toEqual([{ command, quarantined: false }]))
    expect([sync.unknownFrames, hub.connections]).toEqual([20, 1])
    hub.send(JSON.stringify({ type: 'once too often' }))
    await soon(() => expect(hub.connections).toBe(2))
  })

  it('passes a command on once, and not again with the next connection', async () => {
    hub.answerAll()
    sync.start()
    await soon(() => expect(hub.framesOf('joined')).toHaveLength(1))
    hub.send(command)
    await soon(() => expect(commands).toEqual([{ command, quarantined: false }]))
    hub.socket?.close()
    await soon(() => expect(hub.framesOf('joined')).toHaveLength(2))
    read('A')
    await soon(() => expect(uidsOf(hub.framesOf('batch'))).toEqual(['A']))
    expect(commands).toHaveLength(1)
  })

  it('sends what is left before it stops', async () => {
    hub.answerAll()
    sync.start()
    await soon(() => expect(hub.framesOf('joined')).toHaveLength(1))
    for (let i = 0; i < 200; i++) read(`T${i}`)
    await outbox.flush()
    await sync.stop(10_000)
    expect(uidsOf(hub.framesOf('batch'))).toHaveLength(200)
  })
})

describe('Sync in trouble', () => {
  it('sends reads though the disk cannot store the join state', async () => {
    hub.answerAll()
    joinFails = true
    read('A')
    sync.start()
    await soon(() => expect(uidsOf(hub.framesOf('batch'))).toEqual(['A']))
    expect(hub.framesOf('joined')).toEqual([])
  })

  it.each([
    ['upgrade_hub', 'update the hub'],
    ['foreign_epoch', 'belongs to another agent'],
  ] as const)('%s is told once, and the edge goes on trying', async (code, message) => {
    hub.onFrame = () => hub.send({ type: 'refuse', code, message })
    sync.start()
    await soon(() => expect(hub.connections).toBeGreaterThan(2))
    expect(warnings).toEqual([`no hub: ${code}: ${message}`])
  })

  it('ends the edge at wrong_agent, which no retry mends', async () => {
    hub.onFrame = () => hub.send({ type: 'refuse', code: 'wrong_agent', message: 'no' })
    sync.start()
    await soon(() => expect(fatal?.message).toMatch(/^EDGE_AGENT_CODE: /))
  })

  it('tries the next key after one that is refused', async () => {
    hub.refuseWith = 401
    sync.start()
    await soon(() => expect(hub.keys.length).toBeGreaterThan(0))
    hub.refuseWith = 0
    hub.answerAll()
    await soon(() => expect(hub.framesOf('hello').length).toBeGreaterThan(0))
    expect(hub.keys.slice(0, 2)).toEqual(['Bearer key-1', 'Bearer key-2'])
  })

  it.each(['no json', '{"type":"unknown"}', '[]'])(
    'ends the connection, not the edge, when the hub sends %s',
    async (nonsense) => {
      hub.onFrame = () => hub.send(nonsense)
      sync.start()
      await soon(() => expect(hub.connections).toBeGreaterThan(1))
      hub.answerAll()
      read('A')
      await soon(() => expect(uidsOf(hub.framesOf('batch'))).toContain('A'))
    },
  )

  it('sends nothing in quarantine and keeps everything', async () => {
    hub.onFrame = (frame) => {
      const { epochs } = frame as Hello
      if (frame.type !== 'hello') return
      const marks = epochs.map(({ epoch, firstSeq }) => ({ epoch, watermark: firstSeq - 1 }))
      const rest = { join: null, quarantined: true, suppressWindowMs: 30_000 }
      hub.send({ type: 'welcome', protocol: 1, wall: 1, epochs: marks, ...rest })
    }
    read('A')
    sync.start()
    await soon(() => expect(warnings.join()).toMatch(/quarantine/))
    await outbox.flush()
    expect(hub.received.map((f) => f.type)).toEqual(['hello'])
    hub.send(command)
    await soon(() => expect(commands).toEqual([{ command, quarantined: true }]))
    hub.answerAll()
    hub.socket?.close(4010)
    await soon(() => expect(uidsOf(hub.framesOf('batch'))).toEqual(['A']))
  })
})
