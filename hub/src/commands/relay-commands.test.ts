import SqliteDatabase from 'better-sqlite3'
import type { AckEvent } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { type Bus, createLocalBus } from '../bus/bus.ts'
import { singleReplica, type Replicas } from '../cluster/replicas.ts'
import type { CommandDelivery } from '../ingest/connected-agents.ts'
import { findCommand, saveCommandResults } from '../store/commands/relay-commands.ts'
import { openTempStore } from '../testing/temp-store.ts'
import { type CommandMetrics, createCommandMetrics } from './command-metrics.ts'
import { Deadline } from './deadline.ts'
import { RelayCommands } from './relay-commands.ts'

let store: Awaited<ReturnType<typeof openTempStore>>
let bus: Bus
let commands: RelayCommands
let sent: object[] = []
let acks: AckEvent[] = []
let delivery: CommandDelivery = 'sent'
let livePins: (number | string)[] = []
let registry: Registry
let metrics: CommandMetrics
let timers: { ms: number; run: () => void; cancelled: boolean }[] = []

const replicas = singleReplica()
const agent = {
  id: 1,
  code: 'gate-1',
  replica: replicas.me,
  isConnected: true,
  isQuarantined: false,
  isOutdated: false,
  hasRelay: true,
}
const soon = () => new Deadline(performance.now(), 5000)
const guard = { email: 'guardia@demo.local', address: '10.0.0.9' }
const done = (id: string, reason: AckEvent['reason'] = 'done'): AckEvent => {
  return { id, agent: { code: 'gate-1' }, pin: 17, state: 1, ok: true, onMs: 0, reason }
}

beforeEach(async () => {
  store = await openTempStore()
  bus = createLocalBus()
  sent = []
  acks = []
  timers = []
  registry = new Registry()
  metrics = createCommandMetrics(registry)
  delivery = 'sent'
  livePins = []
  commands = commandsOf(replicas)
  await commands.start()
  bus.on('outcomes', (events) => acks.push(...events))
})
afterEach(async () => {
  await commands.stop()
  await store.close()
})

function commandsOf(of: Replicas, at = bus, urgentReads = store.urgentReads): RelayCommands {
  return new RelayCommands({
    db: store.db,
    urgent: store.urgent,
    urgentReads,
    bus: at,
    log: pino({ level: 'silent' }),
    agents: {
      sendCommand: (agentId, command) => {
        sent.push({ agentId, ...command })
        return delivery
      },
      hasLiveRelay: (_agentId, pin) => livePins.includes(pin),
    },
    replicas: of,
    metrics,
    after: (ms, run) => {
      const timer = { ms, run, cancelled: false }
      timers.push(timer)
      return () => (timer.cancelled = true)
    },
  })
}

describe('a command', () => {
  it('for a relay that no stored status names goes out where a newer one has come ahead', async () => {
    const unknown = { ...agent, hasRelay: false }
    const ask = (id: string) => commands.issue(unknown, { id, pin: 27, state: 1 }, guard, soon())
    expect(await ask('a')).toEqual({ type: 'unconfigured' })
    livePins = [27]
    expect(await ask('b')).toEqual({ type: 'issued', id: 'b' })
    expect(sent).toMatchObject([{ id: 'b', pin: 27 }])
  })

  it('of a relay by its name is stored and sent without a pin that could be moved instead', async () => {
    const request = { id: 'a', relay: 'Barrera', state: 1, duration: 2000 } as const
    const ask = () => commands.issue(agent, request, guard, soon())
    expect(await ask()).toEqual({ type: 'issued', id: 'a' })
    expect(sent).toEqual([{ agentId: 1, id: 'a', relay: 'Barrera', state: 1, durationMs: 2000 }])
    const row = { pin: -1, relay: 'Barrera', reason: null }
    expect(await findCommand(store.db, 1, 'a')).toMatchObject(row)
    expect(await ask()).toMatchObject({ type: 'issued', known: row })
    for (const other of [{ relay: 'Salida' }, { relay: undefined, pin: 17 as const }]) {
      const asked = commands.issue(agent, { ...request, ...other }, guard, soon())
      expect(await asked).toEqual({ type: 'duplicate' })
    }
    expect(sent).toHaveLength(1)
    timers[0]?.run()
    const timeout = { ...done('a', 'timeout'), pin: -1, relay: 'Barrera', ok: false }
    await expect.poll(() => acks).toEqual([timeout])
  })

  it('that the edge has not accepted is neither stored nor sent', async () => {
    const ask = (id: string, of = agent) =>
      commands.issue(of, { id, relay: 'Barrera', state: 0 }, guard, soon())
    expect(await ask('a', { ...agent, isOutdated: true })).toEqual({ type: 'outdated' })
    expect(await findCommand(store.db, 1, 'a')).toBeUndefined()
    expect(sent).toEqual([])
    // An older edge has come in between: the connection has the last word.
    delivery = 'outdated'
    expect(await ask('b')).toEqual({ type: 'outdated' })
    expect(timers).toMatchObject([{ cancelled: false }])
  })

  it('for such a relay goes to the hub that holds the agent, which alone heard of it', async () => {
    const forwarded: object[] = []
    const two = commandsOf({
      ...replicas,
      reaches: () => true,
      forward: (replica, command) => forwarded.push({ replica, ...command }) > 0,
    })
    const elsewhere = { ...agent, hasRelay: false, replica: 'other' }
    const issued = await two.issue(elsewhere, { id: 'a', pin: 27, state: 1 }, guard, soon())
    expect(issued).toEqual({ type: 'issued', id: 'a' })
    expect(forwarded).toEqual([{ replica: 'other', agentId: 1, id: 'a' }])
  })

  it('is stored with who asked before it is sent', async () => {
    const issued = await commands.issue(agent, { pin: 17, state: 1, duration: 2000 }, guard, soon())
    if (issued.type !== 'issued') throw new Error(issued.type)
    expect(sent).toEqual([{ agentId: 1, id: issued.id, pin: 17, state: 1, durationMs: 2000 }])
    expect(await findCommand(store.db, 1, issued.id)).toMatchObject({
      actor: 'guardia@demo.local',
      address: '10.0.0.9',
      duration_ms: 2000,
      reason: null,
    })
  })

  it('of an id that is known is not sent again, and of another content refused', async () => {
    const request = { id: 'c1', pin: 17 as const, state: 1 as const, duration: 2000 }
    await commands.issue(agent, request, guard, soon())
    expect(await commands.issue(agent, request, guard, soon())).toMatchObject({
      type: 'issued',
      id: 'c1',
    })
    expect(await commands.issue(agent, { ...request, pin: 27 }, guard, soon())).toEqual({
      type: 'duplicate',
    })
    expect(sent).toHaveLength(1)
  })

  it('is not sent when its deadline passed on the way into the database, or once its caller was told', async () => {
    // Time is left before the commit, and none behind it.
    const left = [1, 0]
    const passing = soon()
    passing.leftMs = () => left.shift() ?? 0
    const expired = soon()
    expired.expire()
    for (const [id, deadline] of Object.entries({ c1: passing, c2: expired })) {
      const issued = await commands.issue(agent, { id, pin: 17, state: 1 }, guard, deadline)
      expect(issued).toEqual({ type: 'expired' })
      const row = () => findCommand(store.db, 1, id)
      await expect.poll(row).toMatchObject({ ok: 0, reason: 'expired' })
    }
    expect(sent).toEqual([])
  })

  it('that a failing disk cannot store fails by that name, and is late only once it is', async () => {
    const fault = new SqliteDatabase.SqliteError('disk I/O error', 'SQLITE_IOERR_READ')
    const failing = new Proxy(store.urgentReads, {
      get() {
        throw fault
      },
    })
    const ask = (id: string, deadline: Deadline) =>
      commandsOf(replicas, bus, failing).issue(agent, { id, pin: 17, state: 1 }, guard, deadline)
    await expect(ask('c1', soon())).rejects.toBe(fault)
    const late = soon()
    late.expire()
    expect(await ask('c2', late)).toEqual({ type: 'expired' })
    for (const id of ['c1', 'c2']) {
      await expect.poll(() => findCommand(store.db, 1, id)).toMatchObject({ reason: 'expired' })
    }
    expect(sent).toEqual([])
  })

  it('goes no longer than the longest time that any relay has', async () => {
    await commands.issue(agent, { id: 'c1', pin: 27, state: 1, duration: 9_000_000 }, guard, soon())
    expect(sent).toMatchObject([{ durationMs: 600_000 }])
  })
})

it('is counted by what became of it', async () => {
  const ask = (id: string, of = agent) =>
    commands.issue(of, { id, pin: 17, state: 1 }, guard, soon())
  await ask('c1')
  await ask('c2', { ...agent, isConnected: false })
  timers[0]?.run()
  await expect.poll(() => registry.metrics()).toContain('vc_command_timeouts_total 1')
  const text = await registry.metrics()
  expect(text).toContain('vc_commands_total{outcome="issued"} 1')
  expect(text).toContain('vc_commands_total{outcome="offline"} 1')
})

describe('the result', () => {
  it('ends the wait for it', async () => {
    await commands.issue(agent, { id: 'c1', pin: 17, state: 1 }, guard, soon())
    bus.emit('acks', [done('c1')])
    expect(timers).toMatchObject([{ cancelled: true }])
    // Two seconds after the deadline, which began before the command was stored.
    expect(timers[0]?.ms).toBeGreaterThan(2000)
    expect(timers[0]?.ms).toBeLessThan(7000)
    expect(acks).toEqual([done('c1')])
  })

  it('that does not come is a timeout, and late when it comes after', async () => {
    await commands.issue(agent, { id: 'c1', pin: 17, state: 1 }, guard, soon())
    timers[0]?.run()
    await expect.poll(() => acks).toEqual([{ ...done('c1', 'timeout'), ok: false }])
    expect(await findCommand(store.db, 1, 'c1')).toMatchObject({ ok: 0, reason: 'timeout' })
    bus.emit('acks', [done('c1')])
    expect(acks[1]).toEqual({ ...done('c1'), late: true })
  })

  it('that was stored meanwhile is no timeout', async () => {
    await commands.issue(agent, { id: 'c1', pin: 17, state: 1 }, guard, soon())
    const { agent: _agent, ...result } = done('c1', 'failed')
    const entry = { agentId: 1, seq: 1, at: 1, late: false }
    await saveCommandResults(store.db, [
      { ...entry, result: { ...result, pin: 17, state: 1, reason: 'failed' } },
    ])
    timers[0]?.run()
    await commands.issue(agent, { id: 'c2', pin: 17, state: 0 }, guard, soon())
    expect(acks).toEqual([])
    expect(await findCommand(store.db, 1, 'c1')).toMatchObject({ reason: 'failed' })
  })
})

it('an id that an agent has made up is none that a person may be answered with', async () => {
  const result = { id: 'c1', pin: 17, state: 1, ok: true, onMs: 0, reason: 'done' } as const
  await saveCommandResults(store.db, [{ agentId: 1, at: 1, result }])
  const ask = () => commands.issue(agent, { id: 'c1', pin: 17, state: 1 }, guard, soon())
  expect(await ask()).toEqual({ type: 'duplicate' })
  expect(sent).toEqual([])
})

it('closes what an earlier run of the hub left open', async () => {
  await commands.issue(agent, { id: 'c1', pin: 17, state: 1 }, guard, soon())
  const row = { code: 'gate-1', code_key: 'gate-1', name: 'Gate', created_at: 0 }
  await store.db.insertInto('agents').values(row).execute()
  await commands.stop()
  // A replica has another name at every start; each of these closes what is open, once.
  const later = [createLocalBus(), createLocalBus()].map((at) => {
    at.on('outcomes', (events) => acks.push(...events))
    return commandsOf(singleReplica(), at)
  })
  await Promise.all(later.map((each) => each.start()))
  for (const each of later) await each.stop()
  expect(acks).toEqual([{ ...done('c1', 'timeout'), ok: false }])
  expect(await findCommand(store.db, 1, 'c1')).toMatchObject({ ok: 0, reason: 'timeout' })
})
