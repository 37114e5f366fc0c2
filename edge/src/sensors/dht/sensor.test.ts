import { beforeEach, describe, expect, it } from 'vitest'
import { describeFault } from '../../config-file.ts'
import { DeviceError } from '../../device-error.ts'
import { profileOf } from '../open-sensor.ts'
import { SensorMissing } from '../sensor.ts'
import { DhtSensorConfig } from './config.ts'
import { openDhtSensor } from './sensor.ts'

const { signal } = new AbortController()
const config = DhtSensorConfig.parse({ type: 'dht', pin: 4 })

/** node-dht-sensor 0.4.5 as it answers: calls back later, with (null, t, h) or (Error). */
let answer: [null, number, number] | [Error]
let asked: unknown[][]
const load = async () => ({
  default: {
    read(model: number, pin: number, done: (...args: unknown[]) => void) {
      asked.push([model, pin])
      setImmediate(() => done(...answer))
    },
    setMaxRetries: (retries: number) => asked.push(['retries', retries]),
  },
})

beforeEach(() => {
  answer = [null, Math.fround(21.3), Math.fround(60.1)]
  asked = []
})

describe('a DHT sensor', () => {
  it('asks the package once a measurement, and rounds to what a DHT tells', async () => {
    expect(await (await openDhtSensor(config, load)).measure(signal)).toEqual([21.3, 60.1])
    const dht11 = { ...config, model: 'dht11' as const, pin: 17 }
    await (await openDhtSensor(dht11, load)).measure(signal)
    expect(asked).toEqual([
      ['retries', 0],
      [22, 4],
      ['retries', 0],
      [11, 17],
    ])
  })

  it('misses a measurement, and tells it from pins that cannot be opened', async () => {
    const sensor = await openDhtSensor(config, load)
    answer = [new Error('failed to read sensor')]
    const miss = await sensor.measure(signal).catch((error: unknown) => error)
    expect(miss).toBeInstanceOf(DeviceError)
    expect(miss).not.toBeInstanceOf(SensorMissing)
    expect(String(miss)).toMatch('no answer at GPIO 4: failed to read sensor')
    answer = [new Error('failed to initialize sensor')]
    await expect(sensor.measure(signal)).rejects.toThrow(SensorMissing)
    answer = [null, 20, 50]
    expect(await sensor.measure(signal)).toEqual([20, 50])
  })

  it.each([
    ['is not there', () => import('node-no-such-package' as string), /not installed or not built/],
    ['is another one', async () => ({ default: { read: 1 } }), /is not the expected one$/],
  ])('says so where the package %s', async (_, loadOther, fault) => {
    const opened = openDhtSensor(config, loadOther).catch((error: unknown) => error)
    expect(await opened).toBeInstanceOf(SensorMissing)
    expect(String(await opened)).toMatch(fault)
  })
})

it('the package as it is here says that there are no pins, or is not built', async () => {
  const measured = openDhtSensor(config).then((sensor) => sensor.measure(signal))
  const fault = await measured.catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(SensorMissing)
  expect(String(fault)).toMatch(/GPIO pins cannot be opened|not installed or not built/)
})

describe('DhtSensorConfig', () => {
  it.each([
    [{}, /^pin debe ser el número BCM/],
    [{ pin: 28 }, /^pin debe ser el número BCM/],
    [{ pin: 4, everyMs: 2999 }, /^everyMs debe ser un número entero de milisegundos, de 3000/],
    [{ pin: 4, model: 'am2302' }, /^model debe ser una de estas: dht11, dht22$/],
  ])('refuses %j', (settings, fault) => {
    const { error } = DhtSensorConfig.safeParse({ type: 'dht', ...settings })
    expect(error && describeFault(error)).toMatch(fault)
  })

  it('is never asked within the time of the cache of the package', () => {
    expect(profileOf(config).restMs).toBeGreaterThan(3000)
  })
})
