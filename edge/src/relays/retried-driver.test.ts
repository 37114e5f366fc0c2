import { ConfigError } from '@vehicle-control/protocol'
import pino from 'pino'
import { expect, it } from 'vitest'
import { DeviceError } from '../device-error.ts'
import { createManualTime } from '../testing/manual-time.ts'
import { RelayLine } from './relay-line.ts'
import { openRetriedDriver } from './retried-driver.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function setUp(faults: Error[]) {
  const time = createManualTime()
  const state = { moves: [] as string[], logged: [] as string[], tries: 0, closed: 0 }
  const log = pino(
    { level: 'info' },
    { write: (line) => state.logged.push((JSON.parse(line) as { msg: string }).msg) },
  )
  const opening = openRetriedDriver({
    timers: time.timers,
    log,
    async open() {
      state.tries++
      const fault = faults.shift()
      if (fault !== undefined) throw fault
      return {
        set: (pin, level) => state.moves.push(`${pin} ${level}`),
        close: () => state.closed++,
      }
    },
  })
  return { time, state, log, opening }
}

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
