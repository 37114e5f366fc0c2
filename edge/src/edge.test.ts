import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandResultData, type Command, StatusData } from '@vehicle-control/protocol'
import * as old from '@vehicle-control/protocol/testing/before-names'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { monotonicMs } from './clock/monotonic.ts'
import { loadConfig } from './config.ts'
import { type Edge, startEdge } from './edge.ts'
import type { RecentRead } from './entry.ts'
import { Outbox } from './outbox/outbox.ts'
import { FakeHub } from './testing/fake-hub.ts'

let folder = ''
let hub: FakeHub
let hubUrl: URL
let edge: Edge | null = null
let relays: string[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edge-'))
  relays = []
  hub = new FakeHub()
  hubUrl = await hub.start()
  hub.answerAll()
})

afterEach(async () => {
  await edge?.stop()
  hub.end()
  rmSync(folder, { recursive: true })
})

async function start(more: object = {}, env: NodeJS.ProcessEnv = {}): Promise<Edge> {
  const file = {
    readers: [{ id: 'gate', type: 'simulator', ratePerMinute: 1 }],
    relays: { driver: 'simulated', lines: [{ pin: 17 }] },
    sensors: [{ type: 'simulated' }],
    ...more,
  }
  const config = loadConfig(
    {
      EDGE_HUB_URL: hubUrl.href,
      EDGE_AGENT_CODE: 'gate-1',
      EDGE_API_KEY: 'key-1',
      EDGE_CONFIG: 'edge.json',
      EDGE_DATA_DIR: folder,
      ...env,
    },
    () => JSON.stringify(file),
  )
  const log = pino(
    { level: 'info' },
    {
      write(line) {
        const { msg } = JSON.parse(line) as { msg: string }
        if (/^relay o(n|ff)$/.test(msg)) relays.push(msg)
      },
    },
  )
  return startEdge(config, log, (error) => {
    throw error
  })
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })
const entriesOf = (kind: string) =>
  hub.framesOf('batch').flatMap((b) => b.entries.filter((e) => e.kind === kind).map((e) => e.data))
const results = () =>
  entriesOf('command_result').map((data) => {
    const { id, reason, state } = CommandResultData.parse(data)
    return `${id} ${reason} ${state}`
  })

function command(id: string, settings: Partial<Command> = {}): void {
  const bootId = hub.framesOf('hello').at(-1)?.bootId ?? ''
  const deadline = monotonicMs() + 60_000
  hub.send({ type: 'command', id, pin: 17, state: 1, deadline, bootId, ...settings })
}

it('an edge carries out commands and reports them, over a restart too, and sends telemetry', async () => {
  edge = await start()
  await soon(() => expect(hub.framesOf('joined')).toHaveLength(1))
  command('short', { durationMs: 1 })
  await soon(() => expect(results()).toEqual(['short done 1', 'short auto_off 0']))
  command('late', { deadline: 0 })
  command('other', { pin: 27 })
  command('long')
  await soon(() =>
    expect(results().slice(2)).toEqual(['late expired 1', 'other failed 1', 'long done 1']),
  )
  expect(relays).toEqual(['relay on', 'relay off', 'relay on'])
  await soon(() => expect(entriesOf('telemetry').length).toBeGreaterThanOrEqual(3))
  await edge.stop()
  expect(relays).toEqual(['relay on', 'relay off', 'relay on', 'relay off'])
  expect(results().at(-1)).toBe('long auto_off 0')

  hub.received.length = 0
  edge = await start()
  await soon(() => expect(hub.framesOf('joined')).toHaveLength(1))
  command('long')
  await soon(() => expect(results().at(-1)).toBe('long done 1'))
  expect(relays).toHaveLength(4)
})

it('an edge with named relays is one that an older hub understands, entry by entry', async () => {
  edge = await start({ relays: { driver: 'simulated', lines: [{ pin: 17, name: 'Barrera' }] } })
  await soon(() => expect(hub.framesOf('joined')).toHaveLength(1))
  command('by-pin', { durationMs: 1 })
  await soon(() => expect(results()).toEqual(['by-pin done 1', 'by-pin auto_off 0']))
  await edge.stop()
  for (const frame of hub.received) expect(old.EdgeFrame.safeParse(frame).error).toBeUndefined()
  for (const kind of ['status', 'command_result', 'telemetry'] as const) {
    expect(entriesOf(kind)).not.toEqual([])
    for (const data of entriesOf(kind)) {
      expect(old.entryData[kind].safeParse(data).error).toBeUndefined()
    }
  }
  expect(hub.connections).toBe(1)
})

it('an edge says that it accepts commands by name, and carries them out for the relay of that name', async () => {
  edge = await start({ relays: { driver: 'simulated', lines: [{ pin: 17, name: 'Barrera' }] } })
  await soon(() => expect(hub.framesOf('joined')).toHaveLength(1))
  const [{ accepts, bootId } = { accepts: undefined, bootId: '' }] = hub.framesOf('hello')
  expect(accepts).toEqual(['named_relay', 'access'])
  const order = {
    type: 'named_command',
    state: 1,
    deadline: monotonicMs() + 60_000,
    bootId,
  } as const
  hub.send({ ...order, id: 'other', relay: 'Otra' })
  hub.send({ ...order, id: 'named', relay: 'Barrera', durationMs: 1 })
  await soon(() =>
    expect(results()).toEqual(['other failed 1', 'named done 1', 'named auto_off 0']),
  )
  expect(relays).toEqual(['relay on', 'relay off'])
  expect(statuses().at(-1)?.relays).toMatchObject({ named: [{ name: 'Barrera', pin: 17 }] })
})

const statuses = () => entriesOf('status').map((data) => StatusData.parse(data))

it('an edge opens for its exit button, and tells the hub as of a command', async () => {
  edge = await start({ inputs: [{ id: 'exit', pin: 5, rule: 'open', relay: 17, durationMs: 20 }] })
  const told = () =>
    statuses()
      .filter((s) => s.event === 'input')
      .map((s) => s.detail)
  await soon(() => expect(told()).toEqual(['exit: inactive']))
  mkdirSync(join(folder, 'simulated-inputs'))
  writeFileSync(join(folder, 'simulated-inputs', '5'), '')
  await soon(() => expect(results()).toHaveLength(2))
  expect(results().join()).toMatch(/^(input-exit-[0-9a-f]{20}) done 1,\1 auto_off 0$/)
  expect(relays).toEqual(['relay on', 'relay off'])
  await soon(() => expect(told()).toEqual(['exit: inactive', 'exit: active']))
  expect(statuses().at(-1)).toMatchObject({
    relays: { driver: 'simulated', simulated: true, pins: [17] },
    inputs: [{ id: 'exit', pin: 5, rule: 'open', active: true }],
  })
  const sample = { type: 'input', source: 'exit', value: 1, unit: '' }
  await soon(() => expect(entriesOf('telemetry')).toContainEqual(sample))
})

it('an edge tells its hub of a way there that others can read, unless that was chosen', async () => {
  // This machine, by an address that is no loopback one.
  const env = { EDGE_HUB_URL: `http://0.0.0.0:${hubUrl.port}` }
  const begun = () => statuses().filter(({ event }) => event === 'started')
  edge = await start({}, env)
  await soon(() => expect(begun()).toMatchObject([{ cleartext: true }]))
  expect(edge.summary()).toMatch(/unsent, http: the key can be read on the way$/)
  await edge.stop()
  for (const safe of [{ ...env, EDGE_ALLOW_HTTP: '1' }, {}]) {
    hub.received.length = 0
    // Nothing of the one before is sent again.
    edge = await start({}, { ...safe, EDGE_DATA_DIR: mkdtempSync(join(folder, 'data-')) })
    await soon(() => expect(begun()).toHaveLength(1))
    expect(begun()[0]).not.toHaveProperty('cleartext')
    expect(edge.summary()).toMatch(/unsent$/)
    await edge.stop()
  }
})

type Open = (this: Outbox, sinceMono: number) => Promise<RecentRead[]>

it('an edge starts its readers before the disk has answered, and sends what they read meanwhile', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const open = Object.getOwnPropertyDescriptor(Outbox.prototype, 'open')?.value as Open
  const slow = vi.spyOn(Outbox.prototype, 'open').mockImplementation(async function (
    this: Outbox,
    since,
  ) {
    await answered
    return open.call(this, since)
  })
  edge = await start()
  await soon(() => expect(edge?.summary()).toMatch(/^1 of 1 readers, no hub/))
  expect(hub.connections).toBe(0)
  answer()
  await soon(() =>
    expect(entriesOf('status')).toContainEqual(expect.objectContaining({ event: 'started' })),
  )
  slow.mockRestore()
})

it('an edge that cannot open its outbox reads on, says so, and goes on when it can', async () => {
  mkdirSync(join(folder, 'outbox.db'))
  edge = await start()
  await soon(() => expect(edge?.summary()).toMatch(/^OUTBOX BLOCKED, [1-9]/))
  expect(edge.isHealthy()).toBe(true)
  rmSync(join(folder, 'outbox.db'), { recursive: true })
  await soon(() => expect(edge?.summary()).toMatch(/^1 of 1 readers, connected/))
  await soon(() => {
    const told = statuses().filter((s) => s.event === 'outbox_blocked')
    expect(told.map((s) => s.outbox.blocked !== undefined)).toEqual([true, false])
  })
})
