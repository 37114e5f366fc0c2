import type { SensorState, TelemetryData, TelemetryType } from '@vehicle-control/protocol'
import pino from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { DeviceError } from '../device-error.ts'
import { createManualTime } from '../testing/manual-time.ts'
import { climateQuantities } from './climate.ts'
import { STALE_AFTER_MISSES } from './sensor-health.ts'
import { SensorPoller } from './sensor-poller.ts'
import { type SensorCondition, SensorMissing } from './sensor.ts'

const EVERY_MS = 30_000
const REST_MS = 3000
const ANSWER_MS = 5000
const profile = {
  quantities: climateQuantities('dht22'),
  answerWithinMs: ANSWER_MS,
  restMs: REST_MS,
}

let time: ReturnType<typeof createManualTime>
let samples: TelemetryData[]
let states: SensorState[]
let logged: string[]
let shared: Set<TelemetryType>
let asked: number[]
let measure: () => Promise<readonly number[]>
let open: () => Promise<void>
let condition: SensorCondition
let poller: SensorPoller

beforeEach(() => {
  time = createManualTime()
  samples = []
  states = []
  logged = []
  asked = []
  shared = new Set()
  condition = { warming: false, alarm: null }
  measure = async () => [21.5, 60]
  open = async () => {}
  poller = new SensorPoller({
    source: 'yard',
    profile,
    open: async () => {
      await open()
      return {
        measure() {
          asked.push(time.monotonic())
          return measure()
        },
        condition: () => condition,
      }
    },
    everyMs: EVERY_MS,
    shared,
    monotonic: time.monotonic,
    timers: time.timers,
    log: pino(
      { level: 'info' },
      { write: (line) => logged.push((JSON.parse(line) as { msg: string }).msg) },
    ),
    onSample: (sample) => samples.push(sample),
    onStateChange: (state) => states.push(state),
  })
})

/** Lets measurements that are under way come to their end. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Lets time pass second by second, and every measurement come to its end. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    time.advance(1000)
    await settle()
  }
}

async function start(): Promise<void> {
  poller.start()
  await settle()
}

const good: TelemetryData[] = [
  { type: 'temp', value: 21.5, unit: '°C' },
  { type: 'hum', value: 60, unit: '%' },
]
const noAnswer = () => Promise.reject(new DeviceError('no answer'))

it('a sensor poller measures at the start and then at its pace, until it is stopped', async () => {
  poller.start()
  await start()
  expect(samples).toEqual(good)
  await pass(3 * EVERY_MS)
  expect(asked).toEqual([0, 30_000, 60_000, 90_000])
  expect(samples).toHaveLength(8)
  poller.stop()
  poller.stop()
  await pass(3 * EVERY_MS)
  expect(asked).toHaveLength(4)
  expect(time.pending()).toBe(0)
})

it('a sensor poller names the source of a type that another sensor gives too, and of no other', async () => {
  shared.add('hum')
  await start()
  expect(samples).toEqual([good[0], { ...good[1], source: 'yard' }])
})

it('a sensor poller sends nothing instead of what cannot be, and says what it was told', async () => {
  measure = async () => [21.5, 255]
  await start()
  expect(samples).toEqual([good[0]])
  expect(poller.state()).toEqual({
    source: 'yard',
    types: ['temp', 'hum'],
    state: 'ok',
    error: 'it tells hum 255 %, which is not from 0 to 100',
  })
})

it('a sensor poller asks again soon after a miss, and is stale after some in a row', async () => {
  await start()
  measure = noAnswer
  await pass(200_000)
  expect(asked.slice(1, 8)).toEqual([30_000, 33_000, 36_000, 39_000, 69_000, 99_000, 129_000])
  expect(states).toEqual([
    { source: 'yard', types: ['temp', 'hum'], state: 'stale', error: 'no answer' },
  ])
  expect(asked.filter((at) => at > 0 && at <= 69_000)).toHaveLength(STALE_AFTER_MISSES)
  expect(samples).toEqual(good)
  measure = async () => [40, 60]
  await pass(EVERY_MS)
  expect(states.map(({ state, error }) => [state, error])).toEqual([
    ['stale', 'no answer'],
    ['ok', undefined],
  ])
  expect(samples.at(-2)).toEqual({ ...good[0], value: 40 })
  expect(logged).toEqual(['a sensor fails', 'the sensor is back'])
})

it('a sensor poller is not disturbed by single misses', async () => {
  let turn = 0
  measure = () => (turn++ % 2 === 0 ? noAnswer() : Promise.resolve([21.5, 60]))
  await start()
  await pass(10 * EVERY_MS)
  expect(samples.length).toBeGreaterThan(10)
  expect([...states, ...logged]).toEqual([])
})

it('a sensor poller takes a jump once the sensor has repeated it', async () => {
  await start()
  measure = async () => [35, 60]
  await pass(EVERY_MS)
  expect(samples.map(({ value }) => value)).toEqual([21.5, 60, 60])
  expect(poller.state().error).toBe('temp went from 21.5 to 35 °C at once')
  await pass(REST_MS)
  expect(samples.map(({ value }) => value)).toEqual([21.5, 60, 60, 35, 60])
  expect(poller.state().error).toBeUndefined()
})

it('a sensor poller leaves a sensor in peace for as long as it must, however late it answered', async () => {
  measure = () => new Promise((resolve) => time.timers.after(4000, () => resolve([21.5, 60])))
  await start()
  measure = noAnswer
  await pass(EVERY_MS + 20_000)
  const gaps = asked.slice(1).map((at, i) => at - (asked[i] ?? 0))
  expect(gaps[0]).toBe(EVERY_MS)
  expect(Math.min(...gaps)).toBe(REST_MS)
})

it('a sensor poller gives up what does not answer, asks again, and hears no late answer', async () => {
  const late: ((values: number[]) => void)[] = []
  measure = () => new Promise((resolve) => late.push(resolve))
  await start()
  await pass(300_000)
  expect(asked).toHaveLength(2)
  expect(states.map(({ state }) => state)).toEqual(['stale'])
  for (const answer of late) answer([1, 1])
  measure = async () => [21.5, 60]
  await pass(EVERY_MS)
  expect(samples.slice(0, 2)).toEqual(good)
  expect(states.map(({ state }) => state)).toEqual(['stale', 'ok'])
  poller.stop()
  expect(time.pending()).toBe(0)
})

it('a sensor poller does not report a sample that comes after the stop', async () => {
  poller.start()
  poller.stop()
  await settle()
  expect(samples).toEqual([])
  expect(states).toEqual([])
})

it('a sensor poller says at once that a package or device is missing, and tries on', async () => {
  open = () => Promise.reject(new SensorMissing('the package is not installed'))
  await start()
  expect(states).toMatchObject([{ state: 'stale', error: 'the package is not installed' }])
  open = async () => {}
  await pass(EVERY_MS)
  expect(states.map(({ state }) => state)).toEqual(['stale', 'ok'])
  expect(samples).toEqual(good)
})

it('a sensor poller sends nothing while its sensor warms up, and tells of an alarm and its end', async () => {
  condition = { warming: true, alarm: null }
  await start()
  expect(samples).toEqual([])
  condition = { warming: false, alarm: null }
  await pass(EVERY_MS)
  expect(samples).toEqual(good)
  condition = { warming: false, alarm: '2.1 V' }
  await pass(2 * EVERY_MS)
  condition = { warming: false, alarm: null }
  await pass(EVERY_MS)
  expect(states.map(({ state, alarm }) => [state, alarm])).toEqual([
    ['warming', undefined],
    ['ok', undefined],
    ['ok', '2.1 V'],
    ['ok', undefined],
  ])
})
