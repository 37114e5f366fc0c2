import type { TelemetryData } from '@vehicle-control/protocol'
import pino from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { DeviceError } from '../device-error.ts'
import { createManualTime } from '../testing/manual-time.ts'
import { SensorPoller } from './sensor-poller.ts'

const good: TelemetryData = { type: 'temp', value: 21.5, unit: '°C' }
let time: ReturnType<typeof createManualTime>
let samples: TelemetryData[]
let logged: string[]
let measure: () => Promise<TelemetryData[]>
let poller: SensorPoller

beforeEach(() => {
  time = createManualTime()
  samples = []
  logged = []
  measure = async () => [good]
  poller = new SensorPoller({
    sensor: { name: 'dht22', measure: () => measure() },
    everyMs: 30_000,
    timers: time.timers,
    log: pino(
      { level: 'info' },
      { write: (line) => logged.push((JSON.parse(line) as { msg: string }).msg) },
    ),
    onSample: (sample) => samples.push(sample),
  })
})

/** Lets measurements that are under way come to their end. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

async function ticks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    time.advance(30_000)
    await settle()
  }
}

it('a sensor poller measures at the start and then at its pace, until it is stopped', async () => {
  poller.start()
  poller.start()
  await settle()
  expect(samples).toEqual([good])
  await ticks(3)
  expect(samples).toHaveLength(4)
  poller.stop()
  poller.stop()
  await ticks(3)
  expect(samples).toHaveLength(4)
  expect(time.pending()).toBe(0)
})

it.each([
  { type: 'temp', value: Number.NaN, unit: '°C' },
  { type: 'temp', value: 126, unit: '°C' },
  { type: 'hum', value: -0.1, unit: '%' },
  { type: 'hum', value: 100.1, unit: '%' },
  { type: 'gas', value: Number.POSITIVE_INFINITY, unit: 'V' },
] as const)(
  'a sensor poller drops and counts $type $value, and keeps possible samples',
  async (bad) => {
    measure = async () => [bad, good]
    poller.start()
    await settle()
    await ticks(2)
    expect(samples).toEqual([good, good, good])
    expect(poller.dropped).toBe(3)
    expect(logged).toEqual(['a sensor fails'])
  },
)

it('a sensor poller logs a loss once and a recovery once', async () => {
  poller.start()
  await settle()
  for (let i = 0; i < 2; i++) {
    measure = () => Promise.reject(new DeviceError('no answer'))
    await ticks(4)
    measure = async () => [good]
    await ticks(2)
  }
  expect(logged).toEqual([
    'a sensor fails',
    'the sensor is back',
    'a sensor fails',
    'the sensor is back',
  ])
  expect(samples).toHaveLength(5)
})

it('a sensor poller does not ask a sensor that still owes an answer', async () => {
  let asked = 0
  let answer: (samples: TelemetryData[]) => void = () => {}
  measure = () => {
    asked++
    return new Promise((resolve) => (answer = resolve))
  }
  poller.start()
  await ticks(1)
  expect(asked).toBe(1)
  expect(logged).toEqual(['a sensor fails'])
  answer([good])
  await settle()
  expect(logged).toEqual(['a sensor fails', 'the sensor is back'])
  await ticks(1)
  expect(asked).toBe(2)
})

it('a sensor poller does not report a sample that comes after the stop', async () => {
  poller.start()
  poller.stop()
  await settle()
  expect(samples).toEqual([])
})

it('a sensor poller asks again a sensor that never answered, and hears no answer that it gave up', async () => {
  let asked = 0
  const late: ((samples: TelemetryData[]) => void)[] = []
  measure = () => {
    asked++
    return new Promise((resolve) => late.push(resolve))
  }
  poller.start()
  await ticks(3)
  expect(asked).toBe(2)
  await ticks(100)
  expect(asked).toBe(2)
  expect(logged).toEqual(['a sensor fails'])
  for (const answer of late) answer([{ ...good, value: 1 }])
  measure = async () => [good]
  await settle()
  await ticks(1)
  expect(samples).toEqual([good])
  expect(logged).toEqual(['a sensor fails', 'the sensor is back'])
  poller.stop()
  expect(time.pending()).toBe(0)
})
