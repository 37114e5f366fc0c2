import { ConfigError } from '@vehicle-control/protocol'
import pino from 'pino'
import { expect, it } from 'vitest'
import { DeviceError } from '../device-error.ts'
import { createManualTime } from '../testing/manual-time.ts'
import { RelayLostError } from './relay-driver.ts'
import { RelayLine } from './relay-line.ts'
import { openRetryingDriver } from './retrying-driver.ts'
import { createSimulatedDriver } from './simulated-driver.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function setUp(faults: Error[]) {
  const time = createManualTime()
  const state = {
    stuck: null as Error | null,
    closeFails: false,
    moves: [] as string[],
    logged: [] as string[],
    tries: 0,
    closed: 0,
    changes: 0,
  }
  const log = pino(
    { level: 'info' },
    { write: (line) => state.logged.push((JSON.parse(line) as { msg: string }).msg) },
  )
  const opening = openRetryingDriver({
    config: { driver: 'auto', lines: [{ pin: 17, activeLow: false, maxOnMs: 5000 }] },
    onChange: () => state.changes++,
    timers: time.timers,
    log,
    async open() {
      state.tries++
      const fault = faults.shift()
      if (fault !== undefined) throw fault
      return {
        name: 'gpiochip',
        simulated: false,
        set(pin, level) {
          const stuck = state.stuck
          if (stuck !== null) throw stuck
          state.moves.push(`${pin} ${level}`)
        },
        close() {
          state.closed++
          if (state.closeFails) throw new Error('not let go')
        },
      }
    },
  })
  return { time, state, log, opening }
}

it('the state of relays names those that have a name, and says nothing of names without any', async () => {
  const log = pino({ level: 'silent' })
  const line = { activeLow: false, maxOnMs: 5000 }
  const stateOf = async (name?: string) => {
    const lines = [
      { ...line, pin: 17 },
      { ...line, pin: 27, name },
      ...(name === undefined ? [] : [{ ...line, pin: 22, name: 'Patio' }]),
    ]
    const open = async () => createSimulatedDriver(lines, log)
    const { timers } = createManualTime()
    const config = { driver: 'simulated' as const, lines }
    return (await openRetryingDriver({ config, open, timers, log, onChange() {} })).state()
  }
  expect(await stateOf('Salida')).toMatchObject({
    pins: [17, 27],
    named: [
      { name: 'Salida', pin: 27 },
      { name: 'Patio', pin: 22 },
    ],
  })
  expect(await stateOf()).not.toHaveProperty('named')
})

const busy = () => new DeviceError('EBUSY: line 17 is used by gpioset')

it('a relay driver that cannot be opened is tried again ever later, and told of twice', async () => {
  const { time, state, opening } = setUp(Array.from({ length: 20 }, busy))
  const driver = await opening
  const opensAt: number[] = []
  for (let tries = state.tries; state.tries <= 20;) {
    time.advance(500)
    await settle()
    if (state.tries > tries) opensAt.push(time.monotonic())
    tries = state.tries
  }
  expect(opensAt.slice(0, 3)).toEqual([1000, 3000, 7000])
  expect(Math.max(...opensAt.map((at, i) => at - (opensAt[i - 1] ?? 0)))).toBe(60_000)
  driver.set(17, 1)
  expect(state.moves).toEqual(['17 1'])
  expect(state.logged).toEqual(['the relays cannot be opened, retrying', 'the relays are open'])
  time.advance(0)
  expect(time.pending()).toBe(0)
})

it('a relay moves nothing and is busy until its driver opens, and is off then', async () => {
  const { time, state, log, opening } = setUp([busy(), busy()])
  const line = new RelayLine({
    config: { pin: 17, activeLow: false, maxOnMs: 5000 },
    driver: await opening,
    monotonic: time.monotonic,
    timers: time.timers,
    log,
    onAutoOff() {},
  })
  line.end()
  expect(line.on('early', undefined)).toBeNull()
  time.advance(1000)
  await settle()
  time.advance(2000)
  await settle()
  expect(state.tries).toBe(3)
  time.advance(1000)
  expect(state.moves).toEqual(['17 0'])
  time.advance(1000)
  expect(line.on('on', undefined)).toBe(5000)
})

it('a relay driver that opens after the stop is closed at once', async () => {
  const { time, state, opening } = setUp([busy()])
  const driver = await opening
  time.advance(1000)
  driver.close()
  await settle()
  expect(state.closed).toBe(1)
  expect(() => driver.set(17, 1)).toThrow('not open')
})

it('a relay driver that is configured wrong is not tried again', async () => {
  const { time, opening } = setUp([new ConfigError('relays.driver "auto" finds none')])
  await expect(opening).rejects.toBeInstanceOf(ConfigError)
  expect(time.pending()).toBe(0)
})

it('a relay driver says who holds its lines, and of each change once', async () => {
  const { time, state, opening } = setUp([busy(), busy()])
  const driver = await opening
  const shut = { driver: 'auto', simulated: false, pins: [17], error: busy().message }
  expect(driver.state()).toEqual(shut)
  time.advance(1000)
  await settle()
  time.advance(0)
  expect([driver.state(), state.changes]).toEqual([shut, 0])
  time.advance(2000)
  await settle()
  time.advance(0)
  const open = { driver: 'gpiochip', simulated: false, pins: [17], error: undefined }
  expect([driver.state(), state.changes]).toEqual([open, 1])
  state.stuck = new DeviceError('line 17 did not move')
  expect(() => driver.set(17, 1)).toThrow('did not move')
  expect(() => driver.set(17, 0)).toThrow('did not move')
  time.advance(0)
  expect([driver.state().error, state.changes]).toEqual(['line 17 did not move', 2])
  state.stuck = null
  driver.set(17, 0)
  time.advance(0)
  expect([driver.state(), state.changes]).toEqual([open, 3])
})

it('a relay driver whose lines are gone is closed, and opened again', async () => {
  const { time, state, opening } = setUp([])
  const driver = await opening
  state.stuck = new RelayLostError('line 17 does not answer (ENODEV)')
  state.closeFails = true
  expect(() => driver.set(17, 1)).toThrow('ENODEV')
  expect(() => driver.set(17, 0)).toThrow('the relays are not open')
  expect([state.closed, driver.state().error]).toEqual([1, 'line 17 does not answer (ENODEV)'])
  state.stuck = null
  time.advance(1000)
  await settle()
  driver.set(17, 0)
  expect([state.tries, driver.state().error, state.moves]).toEqual([2, undefined, ['17 0']])
})
