import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { monotonicMs } from '../clock/monotonic.ts'
import { systemTimers } from '../clock/timers.ts'
import type { CommandKey, StoredCommand } from '../outbox/commands.ts'
import { EmulatedPulseBoard } from '../testing/emulators/pulse-board.ts'
import { PtyCable } from '../testing/pty-cable.ts'
import { namedCommandOf } from '../testing/relay-rig.ts'
import { type OpenRelays, openRelays } from './open-relays.ts'
import { RelaysConfig } from './relay-config.ts'

let device: EmulatedPulseBoard
let cable: PtyCable
let opened: OpenRelays
let results: string[]
let changes: (string | undefined)[]
/** What the disk stored before the relay moved. */
let stored: CommandKey[]
const answers = new Map<string, StoredCommand>()

beforeEach(async () => {
  device = new EmulatedPulseBoard()
  cable = new PtyCable()
  cable.connect(device)
  await cable.plugIn()
  results = []
  changes = []
  stored = []
  answers.clear()
})
afterEach(async () => {
  await opened.relays.stop()
  await cable.destroy()
})

async function start(more: object = {}) {
  const board = {
    type: 'modbus_rtu',
    path: cable.readerEnd,
    pulse: 'waveshare',
    lines: [{ channel: 2, name: 'Patio', maxOnMs: 2000 }],
  }
  opened = await openRelays({
    config: RelaysConfig.parse({ driver: 'simulated', boards: [board], ...more }),
    log: pino({ level: 'silent' }),
    bootId: 'boot-1',
    monotonic: monotonicMs,
    timers: systemTimers,
    begin: async (key) => {
      stored.push(key)
      return answers.get(key.id) ?? null
    },
    report: (result) => {
      const { id, relay = '?', pin = '', state, reason, onMs } = result
      results.push(`${id} ${relay}${pin} ${state} ${reason} ${onMs}`)
    },
    onChange: (error) => changes.push(error),
  })
  await vi.waitFor(() => expect(opened.state().named?.every(({ error }) => !error)).toBe(true))
  device.moves.length = 0
}

const command = (id: string, more: Partial<Parameters<typeof namedCommandOf>[0]> = {}) =>
  namedCommandOf({ id, relay: 'Patio', deadline: monotonicMs() + 5000, ...more })

it('a command by the name of a board’s relay is stored, is one pulse, and its end is told', async () => {
  await start()
  expect(opened.state()).toEqual({
    driver: 'modbus',
    simulated: false,
    pins: [],
    named: [{ name: 'Patio' }],
  })
  await opened.relays.handle(command('on', { durationMs: 400 }))
  await opened.relays.handle(command('on', { durationMs: 400 }))
  expect(stored).toEqual([{ id: 'on', pin: -1, relay: 'Patio', state: 1 }])
  const done = 'on Patio 1 done 400'
  expect(results).toEqual([done, done])
  await vi.waitFor(() => expect(results[2]).toBe('on Patio 0 auto_off 400'))
  expect(device.moves).toEqual([{ channel: 2, onMs: 400 }])
})

it('a command that is late, of another boot or known to the disk moves nothing', async () => {
  await start()
  answers.set('known', {
    result: JSON.stringify({
      id: 'known',
      relay: 'Patio',
      state: 1,
      ok: true,
      onMs: 5,
      reason: 'done',
    }),
  })
  await opened.relays.handle(command('late', { deadline: monotonicMs() - 1 }))
  await opened.relays.handle(command('boot', { bootId: 'boot-0' }))
  await opened.relays.handle(command('known'))
  await opened.relays.handle(command('none', { relay: 'Otra' }))
  expect(results).toEqual([
    'late Patio 1 expired 0',
    'boot Patio 1 expired 0',
    'known Patio 1 done 5',
    'none Otra 1 failed 0',
  ])
  expect(device.moves).toEqual([])
})

it('an OFF ends it at once, and one that is repeated does so again', async () => {
  await start()
  await opened.relays.handle(command('off', { state: 0 }))
  await opened.relays.handle(command('on'))
  await opened.relays.handle(command('off', { state: 0 }))
  await vi.waitFor(() => expect(device.isOn(2)).toBe(false))
  expect(results.slice(0, 3)).toEqual([
    'off Patio 0 done 0',
    'on Patio 1 done 2000',
    'off Patio 0 done 0',
  ])
  await vi.waitFor(() => expect(results[3]).toMatch(/^on Patio 0 auto_off \d+$/))
})

it('a command that the board does not answer fails, and the status says why until it does', async () => {
  await start()
  device.fault = 'silent'
  await opened.relays.handle(command('on'))
  expect(results).toEqual(['on Patio 1 failed 0'])
  expect(opened.state().named).toEqual([{ name: 'Patio', error: 'unit 1 does not answer' }])
  expect(changes.at(-1)).toBe('Patio: unit 1 does not answer')
  device.fault = null
  const known = () => expect(opened.state().named).toEqual([{ name: 'Patio' }])
  await vi.waitFor(known, { timeout: 15_000 })
  expect(changes.at(-1)).toBeUndefined()
})

it('with an interlock neither a pin nor a board’s relay goes on while the other is', async () => {
  await start({ interlock: true, lines: [{ pin: 17 }] })
  const { relays } = opened
  await relays.handle(command('a', { durationMs: 300 }))
  const deadline = monotonicMs() + 5000
  const byPin = { type: 'command', pin: 17, state: 1, bootId: 'boot-1', deadline } as const
  await relays.handle({ ...byPin, id: 'b' })
  expect(results).toEqual(['a Patio 1 done 300', 'b ?17 1 busy 0'])
  await vi.waitFor(() => expect(results[2]).toBe('a Patio 0 auto_off 300'))
  await vi.waitFor(
    async () => {
      await relays.handle({ ...byPin, id: `c${results.length}` })
      expect(results.at(-1)).toMatch(/^c\d+ \?17 1 done/)
    },
    { timeout: 5000, interval: 100 },
  )
  await relays.handle(command('d'))
  expect(results.at(-1)).toBe('d Patio 1 busy 0')
  expect(device.moves).toEqual([{ channel: 2, onMs: 300 }])
})

it('an input that blocks all relays blocks those of boards, one that blocks a pin does not', async () => {
  await start({ lines: [{ pin: 17 }] })
  opened.relays.block('lazo', 'all')
  await opened.relays.handle(command('a'))
  opened.relays.block('lazo', [17])
  await opened.relays.handle(command('b', { durationMs: 100 }))
  expect(results.slice(0, 2)).toEqual(['a Patio 1 busy 0', 'b Patio 1 done 100'])
})
