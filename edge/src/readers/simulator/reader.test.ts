import pino from 'pino'
import { expect, it } from 'vitest'
import { createManualTime } from '../../testing/manual-time.ts'
import type { TagRead } from '../reader.ts'
import { SimulatorReaderConfig } from './config.ts'
import { createSimulator } from './reader.ts'

function simulatorOf(settings: object = {}) {
  const time = createManualTime({ mono: 1000 })
  const reads: TagRead[] = []
  const states: string[] = []
  const machine = { sleptMs: 0 }
  const config = { id: 'gate', type: 'simulator', seed: 1, ...settings }
  const reader = createSimulator(SimulatorReaderConfig.parse(config), {
    log: pino({ level: 'silent' }),
    monotonic: () => time.monotonic() + machine.sleptMs,
    timers: time.timers,
    hour: () => 8,
    events: {
      onRead: (read) => reads.push(read),
      onStateChange: () => states.push(reader.states()[0]?.state ?? ''),
    },
  })
  return { time, reads, states, machine, reader }
}

it('the simulator reads the first vehicle within a second and goes on', () => {
  const { time, reads, states, reader } = simulatorOf()
  reader.start()
  expect(states).toEqual(['open'])
  expect(reader.states()[0]).toMatchObject({ id: 'gate', simulated: true, state: 'open', noise: 0 })
  time.advance(1000)
  expect(reads.length).toBeGreaterThan(0)
  time.advance(10 * 60_000)
  expect(new Set(reads.map((read) => read.uid)).size).toBeGreaterThan(12)
  expect(reads.map((read) => read.mono)).toEqual(
    reads.map((read) => read.mono).toSorted((a, b) => a - b),
  )
})

it('the simulator reads the tags that are configured', () => {
  const { time, reads, reader } = simulatorOf({ tags: ['de ad be ef'] })
  reader.start()
  time.advance(60_000)
  expect(reads.some((read) => read.uid === 'DEADBEEF')).toBe(true)
})

it('the simulator leaves out the traffic of the time in which the machine slept', () => {
  const { time, reads, machine, reader } = simulatorOf()
  reader.start()
  time.advance(1000)
  const before = reads.length
  machine.sleptMs = 24 * 3_600_000
  time.advance(60_000)
  expect(reads.length).toBeGreaterThan(before)
  expect(reads.length).toBeLessThan(1000)
})

it('the simulator stops for good, also when it is stopped twice', async () => {
  const { time, reads, reader } = simulatorOf()
  reader.start()
  time.advance(5000)
  await reader.stop()
  await reader.stop()
  const count = reads.length
  time.advance(60_000)
  expect(reads).toHaveLength(count)
  expect(time.pending()).toBe(0)
  expect(reader.states()[0]?.state).toBe('closed')
})
