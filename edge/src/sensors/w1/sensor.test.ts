import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeFault } from '../../config-file.ts'
import { DeviceError } from '../../device-error.ts'
import { SysfsTree } from '../../testing/sysfs-tree.ts'
import { profileOf } from '../open-sensor.ts'
import { SensorMissing } from '../sensor.ts'
import { Ds18b20SensorConfig } from './config.ts'
import { createDs18b20Sensor, temperatureOf } from './sensor.ts'

/** `w1_slave` as w1_therm writes it: 23.125 °C. */
const GOOD = `72 01 4b 46 7f ff 0e 10 57 : crc=57 YES
72 01 4b 46 7f ff 0e 10 57 t=23125`
const SNOW = `5e ff 4b 46 7f ff 02 10 d8 : crc=d8 YES
5e ff 4b 46 7f ff 02 10 d8 t=-10125`
const ID = '28-0316a2794cff'
const { signal } = new AbortController()

let tree: SysfsTree
beforeEach(() => {
  tree = new SysfsTree()
})
afterEach(() => tree.end())

const put = (id: string, text: string) => {
  const folder = `devices/w1_bus_master1/${id}`
  tree.write({ [`${folder}/w1_slave`]: text })
  tree.link(`bus/w1/devices/${id}`, folder)
}
const sensorOf = (config: object = {}) =>
  createDs18b20Sensor(Ds18b20SensorConfig.parse({ type: 'ds18b20', ...config }), tree.root)
const measure = (config?: object) => sensorOf(config).measure(signal)

describe('a DS18B20', () => {
  it('is found by its family among what else is on the bus, and below zero too', async () => {
    tree.write({ 'bus/w1/devices/w1_bus_master1/name': 'w1_bus_master1' })
    put('10-000802824e58', GOOD)
    put(ID, SNOW)
    expect(await measure()).toEqual([-10.125])
    expect(await measure({ id: ID })).toEqual([-10.125])
  })

  it('that is missing says so, with its overlay, and is found when it comes', async () => {
    const sensor = sensorOf()
    await expect(sensor.measure(signal)).rejects.toThrow('is dtoverlay=w1-gpio in config.txt?')
    tree.write({ 'bus/w1/devices/w1_bus_master1/name': 'w1_bus_master1' })
    await expect(sensor.measure(signal)).rejects.toThrow(
      'no 1-Wire device is named DS18B20 (there are: none); check its wiring',
    )
    put(ID, GOOD)
    expect(await sensor.measure(signal)).toEqual([23.125])
    put('28-0000000000aa', GOOD)
    const several = expect(sensor.measure(signal)).rejects
    await several.toBeInstanceOf(SensorMissing)
    await expect(sensor.measure(signal)).rejects.toThrow(
      `several 1-Wire devices are named DS18B20; use one of 28-0000000000aa, ${ID}`,
    )
    expect(await measure({ id: ID })).toEqual([23.125])
    await expect(measure({ id: '28-ffffffffffff' })).rejects.toThrow(`there are: 28-0000000000aa, `)
  })

  it('that goes while it is read is missed once, and is missing from then on', async () => {
    put(ID, GOOD)
    const sensor = sensorOf()
    tree.breakFile(`devices/w1_bus_master1/${ID}/w1_slave`)
    const miss = await sensor.measure(signal).catch((error: unknown) => error)
    expect(miss).toBeInstanceOf(DeviceError)
    expect(miss).not.toBeInstanceOf(SensorMissing)
    tree.remove(`devices/w1_bus_master1/${ID}/w1_slave`)
    await expect(sensor.measure(signal)).rejects.toThrow('it cannot be read (ENOENT)')
    tree.remove(`bus/w1/devices/${ID}`)
    await expect(sensor.measure(signal)).rejects.toBeInstanceOf(SensorMissing)
    put(ID, GOOD)
  })

  it('whose conversion takes its time holds up no timer, and the next one waits for it', async () => {
    put(ID, GOOD)
    put('28-0000000000aa', SNOW)
    const slow = `devices/w1_bus_master1/${ID}/w1_slave`
    tree.hangFile(slow)
    const first = measure({ id: ID })
    let isDone = false
    const second = measure({ id: '28-0000000000aa' }).then((values) => {
      isDone = true
      return values
    })
    const free = join(tree.root, 'devices/w1_bus_master1/28-0000000000aa/w1_slave')
    for (let read = 0; read < 20; read++) await readFile(free)
    // A timer that is due is served.
    await new Promise((resolve) => setTimeout(resolve, 1))
    expect(isDone).toBe(false)
    await vi.waitFor(() => tree.letGo(slow, GOOD))
    expect(await first).toEqual([23.125])
    expect(await second).toEqual([-10.125])
  })
})

describe('a file w1_slave', () => {
  it('is °C', () => {
    expect(temperatureOf(`${GOOD}\n`)).toBe(23.125)
    expect(temperatureOf(`${SNOW}\n`)).toBe(-10.125)
  })

  it.each([
    ['nothing: the conversion failed', '', 'it does not answer (ETIMEDOUT)'],
    ['a wrong checksum', GOOD.replace('YES', 'NO'), 'it answers with noise (CRC)'],
    [
      'zeros, whose checksum is right',
      '00 00 00 00 00 00 00 00 00 : crc=00 YES\n00 00 00 00 00 00 00 00 00 t=0',
      'its data wire is held low',
    ],
    [
      'its memory as at power-on',
      '50 05 4b 46 7f ff 0c 10 1c : crc=1c YES\n50 05 4b 46 7f ff 0c 10 1c t=85000',
      'it tells 85 °C, its value at power-on',
    ],
    ['half of a file', GOOD.slice(0, 40), 'w1_slave holds no temperature'],
    ['no number', GOOD.replace('23125', 'nan'), 'w1_slave holds no temperature'],
  ])('with %s is no measurement', (_, text, fault) => {
    expect(() => temperatureOf(text)).toThrow(DeviceError)
    expect(() => temperatureOf(text)).toThrow(fault)
  })
})

it('a DS18B20 has the range of its datasheet, and an id that looks like one', () => {
  const profile = profileOf(Ds18b20SensorConfig.parse({ type: 'ds18b20' }))
  expect(profile.quantities).toMatchObject([{ type: 'temp', min: -55, max: 125 }])
  for (const id of ['../x', '10-000802824e58', '28-0316A2794CFF', 28]) {
    const { error } = Ds18b20SensorConfig.safeParse({ type: 'ds18b20', id })
    expect(error && describeFault(error)).toMatch(/^id debe ser el nombre de su carpeta/)
  }
})
