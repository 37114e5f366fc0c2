import type { SensorState, TelemetryData } from '@vehicle-control/protocol'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemTimers } from '../clock/timers.ts'
import { monotonicMs } from '../clock/monotonic.ts'
import { SysfsTree } from '../testing/sysfs-tree.ts'
import { SensorsConfig } from './sensor-config.ts'
import { createSensors, describeSensor, type Sensors } from './sensors.ts'

let tree: SysfsTree
let sensors: Sensors | null
let samples: TelemetryData[]
let told: string[]

beforeEach(() => {
  tree = new SysfsTree()
  sensors = null
  samples = []
  told = []
})
afterEach(() => {
  sensors?.stop()
  tree.end()
})

function start(configs: object[]): void {
  sensors = createSensors({
    configs: SensorsConfig.parse(configs),
    monotonic: monotonicMs,
    sysfs: tree.root,
    openLine: () => Promise.reject(new Error('no line is asked for')),
    timers: systemTimers,
    log: pino({ level: 'silent' }),
    onSample: (sample) => samples.push(sample),
    onStateChange: (state: SensorState) => told.push(describeSensor(state)),
  })
  sensors.start()
}

const dht = (at: number, temp: string) => {
  const name = `dht11@${at}`
  return tree.iioDevice(at, name, { name, in_temp_input: temp, in_humidityrelative_input: '55000' })
}

it('sensors of which one is missing measure with the others, and say which one it is', async () => {
  dht(4, '21500')
  start([
    { type: 'iio', device: 'dht11' },
    { type: 'iio', device: 'ads1015', source: 'tank', channels: [{ channel: 0, of: 'gas' }] },
  ])
  await vi.waitFor(() => expect(samples).toHaveLength(2))
  expect(samples).toEqual([
    { type: 'temp', value: 21.5, unit: '°C' },
    { type: 'hum', value: 55, unit: '%' },
  ])
  await vi.waitFor(() => expect(told).toHaveLength(1))
  expect(told[0]).toMatch(/^tank: stale, no IIO device is named ads1015 \(there are: dht11@4\)/)
  expect(sensors?.states()).toMatchObject([
    { source: 'iio', types: ['temp', 'hum'], state: 'ok', error: undefined },
    { source: 'tank', types: ['gas'], state: 'stale' },
  ])
})

it('sensors of which two are thermometers name the source of every temperature', async () => {
  dht(4, '21500')
  dht(17, '-4000')
  start([
    { type: 'iio', device: 'dht11@4' },
    { type: 'iio', device: 'dht11@17', source: 'cold store' },
    { type: 'simulated', of: ['gas'] },
  ])
  await vi.waitFor(() => expect(samples).toHaveLength(5))
  const named = samples.map(({ type, source, value }) => {
    return type === 'gas' ? `gas of ${source}` : `${type} of ${source}: ${value}`
  })
  expect(new Set(named)).toEqual(
    new Set([
      'temp of iio: 21.5',
      'hum of iio: 55',
      'temp of cold store: -4',
      'hum of cold store: 55',
      'gas of undefined',
    ]),
  )
})
