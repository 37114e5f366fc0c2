import type { TelemetryData } from '@vehicle-control/protocol'
import pino from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { FakeGpio } from '../testing/fake-gpio.ts'
import { commandOf, RelayRig } from '../testing/relay-rig.ts'
import { openGpiochipPort } from './gpiochip-port.ts'
import { InputsConfig } from './input-config.ts'
import { Inputs } from './inputs.ts'

let rig: RelayRig
let system: FakeGpio
let samples: TelemetryData[]
let told: string[]
let inputs: Inputs

beforeEach(() => {
  rig = new RelayRig()
  system = new FakeGpio()
  samples = []
  told = []
})

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

async function start(config: object[]): Promise<void> {
  const { time } = rig
  inputs = new Inputs({
    inputs: InputsConfig.parse(config),
    board: rig.board,
    relays: { driver: 'gpiochip' },
    dataDir: '/nowhere',
    monotonic: time.monotonic,
    timers: time.timers,
    log: pino({ level: 'silent' }),
    onSample: (sample) => samples.push(sample),
    report: (detail) => told.push(`input ${detail}`),
    openPort: async (wiring) => openGpiochipPort({ system, wiring, monotonic: time.monotonic }),
  })
  rig.board.start()
  rig.moves.length = 0
  inputs.start()
  await settle()
  time.advance(100)
}

/** Gives the input of a pin a level, and lets it hold. */
function give(pin: number, level: 0 | 1, holdMs = 100): void {
  system.edge(pin, level, rig.time.monotonic())
  rig.time.advance(holdMs)
}
const moves = () => rig.moves.splice(0).map(({ pin, level }) => `${pin} ${level}`)
const results = () =>
  rig.results.splice(0).map((r) => `${r.id.replace(/-[0-9a-f]{20}$/, '')} ${r.reason} ${r.onMs}`)
const exit = { id: 'salida ñ', pin: 5, rule: 'open', relay: 27, durationMs: 1000 }

it('a free exit opens once a press, for its time, and tells it like a command', async () => {
  await start([exit])
  give(5, 1)
  expect(moves()).toEqual(['27 1'])
  rig.time.advance(5000)
  expect(moves()).toEqual(['27 0'])
  expect(results()).toEqual(['input-salida-- done 1000', 'input-salida-- auto_off 1000'])
  give(5, 0)
  give(5, 1, 30)
  give(5, 0)
  expect(moves()).toEqual([])
  give(5, 1)
  expect(moves()).toEqual(['27 1'])
  const values = samples.map((s) => `${s.type} ${s.source} ${s.value}`)
  expect(values).toEqual([0, 1, 0, 1].map((value) => `input salida ñ ${value}`))
  expect(told.slice(0, 2)).toEqual(['input salida ñ: inactive', 'input salida ñ: active'])
})

it('a button that is down at the start opens nothing, and what burns at the start opens', async () => {
  system.highAtFirst.add(5).add(7)
  await start([exit, { id: 'fire', pin: 7, rule: 'fire', relay: 17 }])
  expect(inputs.states().map(({ active }) => active)).toEqual([true, true])
  expect(moves()).toEqual(['17 1'])
})

it('what blocks refuses every command and the exit, from before its first level on', async () => {
  system.others.set(6, 'gpiomon')
  await start([exit, { id: 'loop', pin: 6, rule: 'block' }])
  const on = (id: string) => rig.board.handle(commandOf({ id, pin: 17, deadline: 1e9 }))
  await on('unread')
  expect(inputs.states()[1]).toMatchObject({ active: null, error: 'line 6 is in use by gpiomon' })
  system.others.clear()
  rig.time.advance(1000)
  await settle()
  rig.time.advance(100)
  await on('free')
  rig.time.advance(60_000)
  give(6, 1)
  await on('blocked')
  give(5, 1)
  expect(rig.takeResults().map((text) => text.replace(/-[0-9a-f]{20} /, ' '))).toEqual([
    'unread busy 1 0',
    'free done 1 30000',
    'free auto_off 0 30000',
    'blocked busy 1 0',
    'input-salida-- busy 1 0',
  ])
})

it('what blocks one relay leaves the other, and never keeps one on', async () => {
  await start([{ id: 'loop', pin: 6, rule: 'block', relay: 17 }])
  give(6, 1)
  await rig.board.handle(commandOf({ id: 'b', pin: 27, deadline: 1e9 }))
  await rig.board.handle(commandOf({ id: 'off', pin: 27, state: 0, deadline: 1e9 }))
  expect(moves()).toEqual(['27 1', '27 0'])
})

it('fire opens every relay over block and interlock, again after each rest, until it is over', async () => {
  rig = new RelayRig({ interlock: true })
  await start([
    { id: 'fire', pin: 7, rule: 'fire' },
    { id: 'loop', pin: 6, rule: 'block' },
  ])
  give(6, 1)
  give(7, 1)
  expect(moves()).toEqual(['17 1', '27 1'])
  rig.time.advance(2000)
  expect(moves()).toEqual(['27 0'])
  rig.time.advance(1100)
  expect(moves()).toEqual(['27 1'])
  await rig.board.handle(commandOf({ id: 'off', pin: 17, state: 0, deadline: 1e9 }))
  rig.time.advance(300)
  expect(moves()).toEqual(['17 0', '17 1'])
  give(7, 0)
  rig.time.advance(60_000)
  expect(moves()).toEqual(['27 0', '17 0'])
  rig.time.advance(60_000)
  expect(moves()).toEqual([])
})

it('nobody makes the opening of a fire shorter but by an order to be off', async () => {
  await start([
    { id: 'fire', pin: 7, rule: 'fire', relay: 17 },
    { ...exit, relay: 17 },
  ])
  give(7, 1)
  give(5, 1)
  const command = { durationMs: 500, deadline: 1e9 }
  await rig.board.handle(commandOf({ id: 'short', ...command }))
  rig.time.advance(20_000)
  expect(moves()).toEqual(['17 1', '17 1', '17 1'])
  await rig.board.handle(commandOf({ id: 'off', state: 0, deadline: 1e9 }))
  give(7, 0)
  rig.time.advance(60_000)
  moves()
  await rig.board.handle(commandOf({ id: 'later', ...command }))
  rig.time.advance(500)
  expect(moves()).toEqual(['17 1', '17 0'])
})

it('fire that lasts tells its openings, and no rest between them as a refusal', async () => {
  await start([{ id: 'fire', pin: 7, rule: 'fire', relay: 27 }])
  give(7, 1)
  rig.time.advance(3_600_000)
  const told = results()
  expect(told.length).toBeGreaterThan(2000)
  expect(told.filter((result) => !/done|auto_off/.test(result))).toEqual([])
})

it('a press or a fire that was over long ago opens nothing when the edge stood still', async () => {
  await start([exit, { id: 'fire', pin: 7, rule: 'fire', relay: 17 }])
  rig.time.advance(30_000)
  const now = rig.time.monotonic()
  for (const pin of [5, 7]) {
    system.edge(pin, 1, now - 20_000)
    system.edge(pin, 0, now - 15_000)
  }
  rig.time.advance(20_000)
  expect(moves()).toEqual([])
  expect(results()).toEqual(['input-salida-- expired 0', 'input-fire expired 0'])
  give(5, 1)
  expect(moves()).toEqual(['27 1'])
})

it('fire tells once of a relay that does not move, and tries on', async () => {
  await start([{ id: 'fire', pin: 7, rule: 'fire', relay: 17 }])
  rig.driverFails = true
  give(7, 1)
  rig.time.advance(10_000)
  expect(results()).toEqual(['input-fire failed 0'])
  rig.driverFails = false
  rig.time.advance(2000)
  expect(moves().at(-1)).toBe('17 1')
  // Its time counts from the first try: what did not answer may have been on.
  expect(results()).toEqual(['input-fire done 19750'])
})

it('an input that cannot be read any more is no fire and no press, and is told of once', async () => {
  await start([{ id: 'fire', pin: 7, rule: 'fire', relay: 17 }, exit])
  give(7, 1)
  give(5, 1)
  system.lineFault = 'EIO'
  rig.time.advance(30)
  moves()
  told.length = 0
  for (let i = 0; i < 70; i++) {
    rig.time.advance(1000)
    await settle()
  }
  expect(moves()).toEqual(['27 0', '17 0'])
  expect(inputs.states().map(({ active, error }) => [active, error])).toEqual([
    [null, 'line 7 does not answer (EIO)'],
    [null, 'line 5 does not answer (EIO)'],
  ])
  expect(told).toEqual([
    'input fire: line 7 does not answer (EIO)',
    'input salida ñ: line 5 does not answer (EIO)',
  ])
  system.lineFault = null
  rig.time.advance(60_000)
  await settle()
  rig.time.advance(100)
  expect(inputs.states().map(({ active }) => active)).toEqual([false, false])
  expect(moves()).toEqual([])
})

it('a contact that chatters is told of once a second, and as it is at last', async () => {
  await start([{ id: 'door', pin: 8, rule: 'report' }])
  rig.time.advance(2000)
  told.length = 0
  for (let i = 0; i < 10; i++) give(8, i % 2 === 0 ? 1 : 0, 60)
  expect(told).toEqual(['input door: active'])
  rig.time.advance(5000)
  expect(told).toEqual(['input door: active', 'input door: inactive'])
  expect(samples).toHaveLength(11)
})

it('a contact that bounces for minutes fills neither the outbox nor the journal', async () => {
  await start([
    { id: 'door', pin: 8, rule: 'report', debounceMs: 10 },
    { ...exit, debounceMs: 10 },
    { id: 'fire', pin: 7, rule: 'fire', relay: 17, debounceMs: 10 },
  ])
  for (let i = 0; i < 300_000 / 40; i++) {
    for (const pin of [8, 5, 7]) system.edge(pin, i % 2 === 0 ? 1 : 0, rig.time.monotonic())
    rig.time.advance(40)
  }
  // Every two seconds a sample an input, beyond its burst, and each 10 s a refusal of a rule.
  expect(samples.length).toBeLessThan(3 * (150 + 61))
  expect(results().filter((text) => text.includes('busy')).length).toBeLessThan(2 * 31)
  for (const pin of [8, 5, 7]) give(pin, 1)
  rig.time.advance(10_000)
  const last = samples.toReversed().find(({ source }) => source === 'door')
  expect(last?.value).toBe(1)
})

it('stopped inputs move nothing and hold no line', async () => {
  await start([{ id: 'fire', pin: 7, rule: 'fire' }, exit])
  give(7, 1)
  moves()
  inputs.stop()
  inputs.stop()
  void rig.board.stop()
  moves()
  rig.time.advance(600_000)
  expect(moves()).toEqual([])
  expect(system.openFds.size).toBe(0)
})

const loop = { id: 'lazo', pin: 13, rule: 'report', sense: 'loop' }
const contacts = [
  { id: 'abierta', pin: 19, rule: 'report', sense: 'barrier_open', leftOpenAfterMs: 60_000 },
  { id: 'cerrada', pin: 26, rule: 'report', sense: 'barrier_closed' },
]

it('a loop and the contacts of a barrier tell what the gate looks like, to the hub too', async () => {
  system.highAtFirst.add(26)
  await start([loop, ...contacts])
  expect(inputs.gate()).toEqual({
    loops: [{ id: 'lazo', occupied: false }],
    barriers: [{ position: 'closed' }],
  })
  give(13, 1)
  give(26, 0)
  give(19, 1)
  expect(inputs.gate()).toEqual({
    loops: [{ id: 'lazo', occupied: true }],
    barriers: [{ position: 'open' }],
  })
  expect(inputs.states().map(({ id, rule, sense, active }) => [id, rule, sense, active])).toEqual([
    ['lazo', 'report', 'loop', true],
    ['abierta', 'report', 'barrier_open', true],
    ['cerrada', 'report', 'barrier_closed', false],
  ])
  rig.time.advance(2000)
  told.length = 0
  rig.time.advance(58_000)
  expect(told).toEqual(['input barrier: left open'])
  expect(inputs.gate().barriers[0]?.leftOpenMs).toBeGreaterThanOrEqual(60_000)
  give(19, 0)
  give(26, 1)
  expect(inputs.gate().barriers).toEqual([{ position: 'closed' }])
  inputs.stop()
  expect(rig.time.pending()).toBe(0)
})

it('a contact that bounces or cannot be read leaves no barrier open', async () => {
  system.highAtFirst.add(26)
  await start([loop, ...contacts])
  // Never long enough for the debouncing.
  for (let i = 0; i < 2000; i++) give(26, i % 2 === 0 ? 0 : 1, 40)
  expect(inputs.gate().barriers).toEqual([{ position: 'closed' }])
  give(26, 0)
  give(13, 1)
  rig.time.advance(30_000)
  system.lineFault = 'EIO'
  rig.time.advance(120_000)
  const unknown = { loops: [{ id: 'lazo', occupied: null }], barriers: [{ position: 'unknown' }] }
  expect(inputs.gate()).toEqual(unknown)
  expect(told.filter((line) => line.includes('left open'))).toEqual([])
})

it('two barriers of a gate are told apart by their names, and a loop may block too', async () => {
  await start([
    { id: 'a', pin: 19, rule: 'report', sense: 'barrier_open', barrier: 'entrada' },
    { id: 'b', pin: 20, rule: 'report', sense: 'barrier_open', barrier: 'salida' },
    { ...loop, rule: 'block', relay: 17 },
  ])
  give(20, 1)
  give(13, 1)
  expect(inputs.gate()).toEqual({
    loops: [{ id: 'lazo', occupied: true }],
    barriers: [
      { name: 'entrada', position: 'closed' },
      { name: 'salida', position: 'open' },
    ],
  })
  await rig.board.handle(commandOf({ id: 'on', pin: 17, deadline: 1e9 }))
  expect(results()).toEqual(['on busy 0'])
})
