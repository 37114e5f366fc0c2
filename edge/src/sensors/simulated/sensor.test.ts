import type { SensorType } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seededRandom } from '../../random.ts'
import { createManualTime } from '../../testing/manual-time.ts'
import { openSensor, profileOf } from '../open-sensor.ts'
import { SimulatedSensorConfig } from './config.ts'
import { createSimulatedSensor } from './sensor.ts'

const { signal } = new AbortController()

const config = SimulatedSensorConfig.parse({ type: 'simulated' })

/** The values of each type over some hours, a sample every 30 s. */
async function valuesOf(seed: number, hours: number, startHour = 0) {
  const time = createManualTime()
  const sensor = createSimulatedSensor(config, {
    monotonic: time.monotonic,
    random: seededRandom(seed),
    hour: () => (startHour + time.monotonic() / 3_600_000) % 24,
  })
  const values: Record<SensorType, number[]> = { temp: [], hum: [], gas: [] }
  for (let i = 0; i < hours * 120; i++) {
    const measured = await sensor.measure(signal)
    for (const [j, type] of config.of.entries()) values[type].push(measured[j] ?? Number.NaN)
    time.advance(config.everyMs)
  }
  return values
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

it('the simulated sensor measures the configured types, each in its unit', async () => {
  const some = { ...config, of: ['gas' as const, 'temp' as const] }
  const { quantities } = profileOf(some)
  expect(quantities.map(({ type, unit }) => [type, unit])).toEqual([
    ['gas', 'V'],
    ['temp', '°C'],
  ])
  const context = {
    ...createManualTime(),
    openLine: () => Promise.reject(new Error('no line is asked for')),
  }
  const [gas, temp] = await (await openSensor(some, context)).measure(signal)
  expect(gas).toBeLessThan(4)
  expect(temp).toBeGreaterThan(4)
})

it('the simulated sensor stays within plausible values and moves slowly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const { temp, hum, gas } = await valuesOf(seed, 6)
      const all = [
        { values: temp, min: 0, max: 30, step: 2 },
        { values: hum, min: 30, max: 99, step: 7 },
        { values: gas, min: 0.1, max: 3.3, step: 0.1 },
      ]
      for (const { values, min, max, step } of all) {
        for (const [i, value] of values.entries()) {
          expect(value).toBeGreaterThanOrEqual(min)
          expect(value).toBeLessThanOrEqual(max)
          expect(Math.abs(value - (values[i - 1] ?? value))).toBeLessThanOrEqual(step)
        }
      }
    }),
    { numRuns: runs(20) },
  )
})

it('the simulated sensor is warm and dry in the afternoon, cold and damp at night', async () => {
  const night = await valuesOf(1, 4, 1)
  const afternoon = await valuesOf(1, 4, 13)
  expect(mean(afternoon.temp)).toBeGreaterThan(mean(night.temp) + 3)
  expect(mean(afternoon.hum)).toBeLessThan(mean(night.hum) - 5)
})

it('the simulated sensor has noise, and repeats itself with the same random numbers', async () => {
  const { temp } = await valuesOf(2, 1)
  expect(new Set(temp).size).toBeGreaterThan(5)
  expect((await valuesOf(2, 1)).temp).toEqual(temp)
})
