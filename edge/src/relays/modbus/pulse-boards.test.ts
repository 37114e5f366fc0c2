import pino from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { monotonicMs } from '../../clock/monotonic.ts'
import { systemTimers } from '../../clock/timers.ts'
import { EmulatedPulseBoard, PulseBoardServer } from '../../testing/emulators/pulse-board.ts'
import { createManualTime } from '../../testing/manual-time.ts'
import { PtyCable } from '../../testing/pty-cable.ts'
import { BoardConfig } from '../board-config.ts'
import { PulseBoards } from './pulse-boards.ts'
import { switchBoardsOff } from './switch-boards-off.ts'

const log = pino({ level: 'silent' })
const patient = { timeout: 15_000, interval: 5 }
const lines = [
  { channel: 1, name: 'Patio', maxOnMs: 3000 },
  { channel: 8, name: 'Muelle', maxOnMs: 600_000 },
]
const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

interface Wire {
  config: Record<string, unknown>
  plugIn(): Promise<void>
  pull(): Promise<void>
}

function onSerial(device: EmulatedPulseBoard): Wire {
  const cable = new PtyCable()
  cable.connect(device)
  cleanups.push(() => cable.destroy())
  const config = { type: 'modbus_rtu', path: cable.readerEnd }
  return { config, plugIn: () => cable.plugIn(), pull: () => cable.pull() }
}

async function onTcp(type: string, device: EmulatedPulseBoard): Promise<Wire> {
  const server = new PulseBoardServer(device)
  const port = await server.listen()
  cleanups.push(() => server.stop())
  const plugIn = async () => void (await server.stop().then(() => server.listen(port)))
  return { config: { type, host: '127.0.0.1', port }, plugIn, pull: () => server.stop() }
}

/** The boards of a wire, as EDGE_CONFIG sets them, from their start on. */
async function boardsOn(wire: Wire) {
  const config = BoardConfig.parse({ ...wire.config, pulse: 'waveshare', lines })
  const ends: string[] = []
  const boards = await PulseBoards.open({
    configs: [config],
    monotonic: monotonicMs,
    timers: systemTimers,
    log,
    onAutoOff: (name, { id, onMs }) => ends.push(`${name} ${id} ${onMs}`),
    onChange() {},
  })
  cleanups.push(() => boards.stop())
  boards.start()
  const on = (id: string, durationMs?: number, mayBegin = () => true) =>
    boards.on('Patio', { id, durationMs, mayBegin })
  const errors = () => boards.states().map(({ error }) => error)
  const known = () => vi.waitFor(() => expect(errors()).toEqual([undefined, undefined]), patient)
  const unknown = (why: RegExp) => vi.waitFor(() => expect(errors()[0]).toMatch(why), patient)
  return { config, boards, on, ends, errors, known, unknown }
}

/** A board on a serial cable that is plugged in, and known. */
async function ready() {
  const device = new EmulatedPulseBoard()
  const wire = onSerial(device)
  await wire.plugIn()
  const given = await boardsOn(wire)
  await given.known()
  device.moves.length = 0
  return { device, wire, ...given }
}

describe.each(['modbus_rtu by serial', 'modbus_rtu by TCP', 'modbus_tcp'])('%s', (kind) => {
  it('switches its relays off at first, on for a time of the board, and knows when that is over', async () => {
    const isTcp = kind === 'modbus_tcp'
    const device = new EmulatedPulseBoard({ isTcp })
    device.force(8, true)
    const wire = kind.endsWith('serial') ? onSerial(device) : await onTcp(kind.slice(0, 10), device)
    await wire.plugIn()
    const { boards, on, ends, errors, known } = await boardsOn(wire)
    // Before it has been asked nobody knows, and nothing is sent.
    expect(errors()).toEqual(['the board was not asked yet', 'the board was not asked yet'])
    await expect(on('early', 300)).rejects.toThrow('not asked yet')
    await known()
    expect([device.isOn(1), device.isOn(8)]).toEqual([false, false])
    const off = [1, 8].map((channel) => ({ channel, onMs: 0 }))
    expect(device.moves).toEqual(off)
    expect(await on('a', 350)).toBe(300)
    expect(device.moves.at(-1)).toEqual({ channel: 1, onMs: 300 })
    await vi.waitFor(() => expect(ends).toEqual(['Patio a 300']), patient)
    // The board counts 100 ms, and waiting for its turn is taken off.
    const onMs = await boards.on('Muelle', { id: 'b', mayBegin: () => true })
    expect([600_000, 599_900, 599_800]).toContain(onMs)
    expect(await boards.off('Muelle')).toMatchObject({ id: 'b' })
    expect(await boards.off('Muelle')).toBeNull()
    expect(device.isOn(8)).toBe(false)
    expect(device.moves.slice(3)).toEqual([
      { channel: 8, onMs },
      { channel: 8, onMs: 0 },
      { channel: 8, onMs: 0 },
    ])
  })
})

it('an ON lasts no longer than maxOnMs from the first moment on, and then needs a rest', async () => {
  const { device, on, boards } = await ready()
  expect(await on('a', 2000)).toBe(2000)
  expect(await on('b', 60_000)).toBeLessThanOrEqual(3000)
  expect(device.moves.at(-1)?.onMs).toBeLessThanOrEqual(3000)
  await boards.off('Patio')
  const left = await on('c')
  expect(left === 'busy' || Number(left) <= 3000).toBe(true)
  await boards.off('Patio')
  await vi.waitFor(() => expect(boards.haveRested()).toBe(true), patient)
  expect(await on('d')).toBe(3000)
  // Half a step is one: a board counts no less.
  await boards.off('Patio')
  expect(await on('e', 10)).toBe(100)
})

it('a write whose answer does not come is not sent again, and its relay is unknown until the board says off', async () => {
  const { device, on, boards, ends, known, unknown } = await ready()
  device.fault = 'silent'
  await expect(on('a', 3000)).rejects.toThrow('unit 1 does not answer')
  await unknown(/does not answer/)
  await expect(on('b', 3000)).rejects.toThrow('does not answer')
  await expect(boards.off('Patio')).rejects.toThrow('does not answer')
  device.fault = null
  await known()
  expect(device.moves.every(({ onMs }) => onMs === 0)).toBe(true)
  expect(device.isOn(1)).toBe(false)
  expect(ends).toEqual([])
})

it('a late answer is no other request’s, and moves nothing twice', async () => {
  const { device, on, known } = await ready()
  device.fault = { lateMs: 1400 }
  await expect(on('a', 3000)).rejects.toThrow('does not answer')
  device.fault = null
  await known()
  expect(device.moves.filter(({ onMs }) => onMs > 0)).toEqual([{ channel: 1, onMs: 3000 }])
  expect(device.isOn(1)).toBe(false)
  // What it may have been on for is taken from its time.
  expect(await on('b')).toBeLessThan(3000)
})

it.each([
  ['noise', 'noise', /^unit 1 answers with noise$/],
  ['another’s address', { unit: 7 }, /^unit 7 answers in place of unit 1$/],
] as const)('a board that answers with %s is unknown, and says why', async (_, fault, why) => {
  const { device, on, unknown, known } = await ready()
  device.fault = fault
  await expect(on('a', 300)).rejects.toThrow(why)
  await unknown(why)
  device.fault = null
  await known()
})

it('a bus that is unplugged while a pulse runs: the board ends it, and that is told when it is back', async () => {
  const { device, wire, on, ends, known, unknown } = await ready()
  expect(await on('a', 500)).toBe(500)
  await wire.pull()
  await unknown(/./)
  await vi.waitFor(() => expect(device.isOn(1)).toBe(false), patient)
  expect(ends).toEqual([])
  await wire.plugIn()
  await known()
  expect(ends).toEqual(['Patio a 500'])
})

it('an ON that has waited for its turn is not sent after its deadline, nor after an OFF', async () => {
  const { device, on, boards } = await ready()
  let isInTime = true
  const first = on('a', 300)
  const second = on('b', 300, () => isInTime)
  // It was in time when it was given.
  isInTime = false
  expect(await first).toBe(300)
  expect(await second).toBe('late')
  const third = on('c', 300)
  const off = boards.off('Patio')
  expect(await third).toBe('busy')
  await off
  expect(device.moves.map(({ onMs }) => onMs)).toEqual([300, 0])
})

it('two orders at once for two relays of a board are two moves', async () => {
  const { device, on, boards } = await ready()
  const both = [
    on('a', 300),
    boards.on('Muelle', { id: 'b', durationMs: 400, mayBegin: () => true }),
  ]
  expect(await Promise.all(both)).toEqual([300, 400])
  expect(device.moves).toEqual([
    { channel: 1, onMs: 300 },
    { channel: 8, onMs: 400 },
  ])
})

it(
  'a relay that another system switches on is told of and left alone',
  { timeout: 30_000 },
  async () => {
    const { device, boards, unknown, known } = await ready()
    device.force(1, true)
    await unknown(/another system on its bus has switched it on/)
    expect(device.isOn(1)).toBe(true)
    expect(device.moves).toEqual([])
    // But a person may end it.
    await boards.off('Patio')
    expect(device.isOn(1)).toBe(false)
    await known()
  },
)

it('a stop switches off what is on, and relays-off whatever it finds, or says that it could not', async () => {
  const { device, on, boards, ends, config } = await ready()
  await on('a', 3000)
  await boards.stop()
  expect(device.isOn(1)).toBe(false)
  expect(ends).toHaveLength(1)
  expect(ends[0]).toMatch(/^Patio a \d+$/)
  device.force(8, true)
  expect(await switchBoardsOff([config], log)).toBe(true)
  expect(device.isOn(8)).toBe(false)
  device.fault = 'silent'
  expect(await switchBoardsOff([config], log)).toBe(false)
})

it('an ON over TCP that gets no answer ends its connection by a reset, which nothing of it outlives', async () => {
  const device = new EmulatedPulseBoard({ isTcp: true })
  const server = new PulseBoardServer(device)
  cleanups.push(() => server.stop())
  const port = await server.listen()
  const { on, known } = await boardsOn({
    config: { type: 'modbus_tcp', host: '127.0.0.1', port },
    plugIn: async () => {},
    pull: async () => {},
  })
  await known()
  device.fault = 'silent'
  await expect(on('a', 3000)).rejects.toThrow('unit 1 does not answer')
  await vi.waitFor(() => expect(server.resets).toBe(1), patient)
  device.fault = null
  await known()
})

it('a stop waits no longer than 5 s for boards that do not answer', async () => {
  const device = new EmulatedPulseBoard({ isTcp: true })
  device.fault = 'silent'
  const wire = await onTcp('modbus_tcp', device)
  const board = { ...wire.config, pulse: 'waveshare' }
  const configs = Array.from({ length: 8 }, (_, i) =>
    BoardConfig.parse({ ...board, unit: i + 1, lines: [{ channel: 1, name: `Fondo ${i}` }] }),
  )
  const time = createManualTime({ mono: 1000 })
  const boards = await PulseBoards.open({ ...time, configs, log, onAutoOff() {}, onChange() {} })
  boards.start()
  await vi.waitFor(() => expect(device.requests).toBe(1), patient)
  const isOver = vi.fn()
  void boards.stop().then(isOver)
  time.advance(5000)
  await vi.waitFor(() => expect(isOver).toHaveBeenCalled(), patient)
})

it('boards that are not there keep no other on their bus from working', async () => {
  const device = new EmulatedPulseBoard()
  const wire = onSerial(device)
  await wire.plugIn()
  const board = { ...wire.config, pulse: 'waveshare' }
  const configs = [
    ...[2, 3, 4].map((unit) =>
      BoardConfig.parse({ ...board, unit, lines: [{ channel: 1, name: `Fondo ${unit}` }] }),
    ),
    BoardConfig.parse({ ...board, unit: 1, lines }),
  ]
  const boards = await PulseBoards.open({
    configs,
    monotonic: monotonicMs,
    timers: systemTimers,
    log,
    onAutoOff() {},
    onChange() {},
  })
  cleanups.push(() => boards.stop())
  boards.start()
  const absent = [2, 3, 4].map((unit) => {
    return { name: `Fondo ${unit}`, error: `unit ${unit} does not answer` }
  })
  const shown = [...absent, { name: 'Patio' }, { name: 'Muelle' }]
  await vi.waitFor(() => expect(boards.states()).toEqual(shown), patient)
  for (const id of ['a', 'b']) {
    expect(await boards.on('Patio', { id, durationMs: 100, mayBegin: () => true })).toBe(100)
  }
  expect(boards.states()).toEqual(shown)
})
