import { lookup } from 'node:dns/promises'
import { stat } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeFault } from '../../config-file.ts'
import { DeviceError } from '../../device-error.ts'
import { SysfsTree } from '../../testing/sysfs-tree.ts'
import { describeKernelFault } from '../kernel-device.ts'
import { profileOf } from '../open-sensor.ts'
import { SensorMissing } from '../sensor.ts'
import { IioSensorConfig } from './config.ts'
import { createIioSensor } from './sensor.ts'

const { signal } = new AbortController()
const DHT = { name: 'dht11@4', in_temp_input: '21500', in_humidityrelative_input: '60100' }
// ti-ads1015 on i2c-stub: 675 mV.
const ADC = { name: 'ads1015', in_voltage0_raw: '10800', in_voltage0_scale: '0.0625' }

let tree: SysfsTree

beforeEach(() => {
  tree = new SysfsTree()
})
afterEach(() => tree.end())

const sensorOf = (config: object) =>
  createIioSensor(IioSensorConfig.parse({ type: 'iio', ...config }), tree.root)
const measure = (config: object) => sensorOf(config).measure(signal)
const gas = (channel = 0) => [{ channel, of: 'gas' }]

describe('an IIO sensor', () => {
  it('reads a DHT in °C and %, found by its name among other devices', async () => {
    tree.iioDevice(0, '1-0048', ADC)
    tree.write({ 'bus/iio/devices/trigger0/name': 'dht11@4' })
    tree.iioDevice(7, 'dht11@4', { ...DHT, in_temp_input: '-3200' })
    expect(await measure({ device: 'dht11@4' })).toEqual([-3.2, 60.1])
    expect(await measure({ device: 'dht11' })).toEqual([-3.2, 60.1])
  })

  it('reads the volts of a converter, with a scale of the input or of all of them', async () => {
    tree.iioDevice(0, '1-0048', ADC)
    tree.iioDevice(1, 'spi0.0', {
      name: 'mcp3008',
      in_voltage3_raw: '512',
      in_voltage_scale: '3.2',
    })
    expect(await measure({ device: 'ads1015', channels: gas() })).toEqual([0.675])
    expect(await measure({ device: 'mcp3008', channels: gas(3) })).toEqual([1.6384])
    const lm35 = { channel: 0, of: 'temp', divider: 2, perVolt: 100, offset: -50 }
    expect(await measure({ device: 'ads1015', channels: [lm35] })).toEqual([85])
  })

  it('reads a BME280, whose pressure nobody asks for, at its own pace', async () => {
    // As drivers/iio/pressure/bmp280-core.c has them: m°C, m% and kPa.
    tree.iioDevice(0, '1-0076', {
      name: 'bme280',
      in_temp_input: '23470',
      in_humidityrelative_input: '41234',
      in_pressure_input: '75.312441406',
    })
    expect(await measure({ device: 'bme280' })).toEqual([23.47, 41.234])
    const profile = profileOf(IioSensorConfig.parse({ type: 'iio', device: 'bme280' }))
    expect(profile).toMatchObject({ quantities: [{ min: -40, max: 85 }, { max: 100 }], restMs: 0 })
  })

  it('says of a BMP280, which has no humidity, what it lacks', async () => {
    tree.iioDevice(0, '1-0076', { name: 'bmp280', in_temp_input: '23470' })
    const missing = measure({ device: 'bmp280', model: 'bme280' })
    await expect(missing).rejects.toThrow('the device has no input in_humidityrelative')
  })

  it('works out what the kernel has not: (raw + offset) × scale', async () => {
    const raw = { in_temp_raw: '100', in_temp_offset: '-20', in_temp_scale: '250' }
    const humidity = { in_humidityrelative_raw: '450', in_humidityrelative_scale: '100' }
    tree.iioDevice(0, '1-0040', { name: 'hdc1000', ...raw, ...humidity })
    expect(await measure({ device: 'hdc1000' })).toEqual([20, 45])
  })

  it('tells devices of one name apart by their place', async () => {
    tree.iioDevice(0, '1-0048', ADC)
    tree.iioDevice(1, '1-0049', { ...ADC, in_voltage0_raw: '16000' })
    await expect(measure({ device: 'ads1015', channels: gas() })).rejects.toThrow(
      'several IIO devices are named ads1015; use one of 1-0048, 1-0049',
    )
    expect(await measure({ device: '1-0049', channels: gas() })).toEqual([1])
    tree.iioDevice(2, 'dht11@4', DHT)
    tree.iioDevice(3, 'dht11@11', { ...DHT, name: 'dht11@11' })
    await expect(measure({ device: 'dht11' })).rejects.toThrow('use one of dht11@4, dht11@11')
  })

  it('says what is missing, and finds it when it comes, under whatever number', async () => {
    const sensor = sensorOf({ device: 'dht11' })
    await expect(sensor.measure(signal)).rejects.toThrow('this system has no IIO devices')
    tree.iioDevice(0, '1-0048', ADC)
    const missing = expect(sensor.measure(signal)).rejects
    await missing.toBeInstanceOf(SensorMissing)
    await expect(sensor.measure(signal)).rejects.toThrow('named dht11 (there are: ads1015)')
    tree.iioDevice(1, 'dht11@4', DHT)
    expect(await sensor.measure(signal)).toEqual([21.5, 60.1])
    tree.remove('bus/iio/devices/iio:device1')
    tree.remove('devices/platform/dht11@4')
    await expect(sensor.measure(signal)).rejects.toThrow(SensorMissing)
    tree.iioDevice(2, 'dht11@4', DHT)
    expect(await sensor.measure(signal)).toEqual([21.5, 60.1])
  })

  it('misses a measurement that the kernel gives no value of, and measures the next', async () => {
    const folder = tree.iioDevice(0, 'dht11@4', DHT)
    const sensor = sensorOf({ device: 'dht11' })
    tree.breakFile(`${folder}/in_temp_input`)
    const miss = await sensor.measure(signal).catch((error: unknown) => error)
    expect(miss).toBeInstanceOf(DeviceError)
    expect(miss).not.toBeInstanceOf(SensorMissing)
    expect(String(miss)).toMatch('answers with noise (EIO)')
    tree.remove(`${folder}/in_temp_input`)
    for (const text of ['', 'nan', '21 C']) {
      tree.write({ [`${folder}/in_temp_input`]: text })
      await expect(sensor.measure(signal)).rejects.toThrow('in_temp_input holds no number')
    }
    tree.write({ [`${folder}/in_temp_input`]: '22000' })
    expect(await sensor.measure(signal)).toEqual([22, 60.1])
    expect(describeKernelFault('ETIMEDOUT')).toMatch('does not answer (ETIMEDOUT)')
    expect(describeKernelFault('EBUSY')).toBe('it cannot be read (EBUSY)')
  })

  it('that hangs holds up neither files and names nor the other sensors, and goes on later', async () => {
    const stuck = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => {
      const folder = tree.iioDevice(i, name, { ...DHT, name })
      tree.hangFile(`${folder}/in_temp_input`)
      const given = new AbortController()
      const sensor = sensorOf({ device: name })
      const answer = sensor.measure(given.signal).catch((error: unknown) => String(error))
      return { path: `${folder}/in_temp_input`, sensor, given, answer }
    })
    await stat(tree.root)
    await lookup('localhost')
    for (const { given } of stuck) given.abort()
    const waited = await Promise.all(stuck.slice(2).map(({ answer }) => answer))
    expect(waited).toEqual(Array(4).fill('DeviceError: an earlier measurement hangs'))
    tree.iioDevice(9, '1-0048', ADC)
    const other = measure({ device: 'ads1015', channels: gas() })
    for (const { path } of stuck.slice(0, 2)) await vi.waitFor(() => tree.letGo(path, '20000'))
    expect(await other).toEqual([0.675])
    expect(await Promise.all(stuck.slice(0, 2).map(({ answer }) => answer))).toEqual([
      [20, 60.1],
      [20, 60.1],
    ])
  })
})

describe('IioSensorConfig', () => {
  const faultOf = (config: object) => {
    const parsed = IioSensorConfig.safeParse({ type: 'iio', device: 'dht11', ...config })
    return parsed.success ? null : describeFault(parsed.error)
  }

  it.each([
    [{ device: undefined }, /^device debe ser el nombre de un dispositivo IIO/],
    [{ device: '../x' }, /^device debe ser el nombre/],
    [{ everyMs: 2999 }, /^everyMs debe ser al menos 3000: /],
    [{ channels: gas(), everyMs: 1000 }, null],
    [{ channels: [] }, /^channels debe tener una entrada/],
    [{ channels: [...gas(), ...gas(1)] }, /^channels\[1\].of gas ya se mide/],
    [
      { channels: [{ channel: 0, of: 'gas', divider: 0 }] },
      /^channels\[0\].divider debe ser un núm/,
    ],
    [{ model: 'dht33' }, /^model debe ser una de estas: dht11, dht22, bme280$/],
    [{ device: 'bme280', everyMs: 1000 }, null],
    [{ device: 'bme280', model: 'dht22', everyMs: 1000 }, /^everyMs debe ser al menos 3000: /],
  ])('judges %j', (config, fault) => {
    if (fault === null) expect(faultOf(config)).toBeNull()
    else expect(faultOf(config)).toMatch(fault)
  })

  it('knows what a DHT11 can tell, and what an input behind a divider', () => {
    const dht11 = IioSensorConfig.parse({ type: 'iio', device: 'dht11', model: 'dht11' })
    expect(profileOf(dht11).quantities).toMatchObject([
      { min: 0, max: 50, jump: 5 },
      { min: 20, max: 90, jump: 20 },
    ])
    const channels = [{ channel: 0, of: 'gas', divider: 2 }]
    const adc = IioSensorConfig.parse({ type: 'iio', device: 'ads1015', channels })
    expect(profileOf(adc).quantities).toMatchObject([{ unit: 'V', min: -0.6, max: 12.288 }])
  })
})
