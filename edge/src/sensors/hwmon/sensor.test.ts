import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SysfsTree } from '../../testing/sysfs-tree.ts'
import { profileOf } from '../open-sensor.ts'
import { SampleCheck } from '../sample-check.ts'
import { SensorMissing } from '../sensor.ts'
import { HwmonSensorConfig } from './config.ts'
import { createHwmonSensor } from './sensor.ts'

const { signal } = new AbortController()
const SHT = { name: 'sht3x', temp1_input: '24680', humidity1_input: '55120' }

let tree: SysfsTree
beforeEach(() => {
  tree = new SysfsTree()
})
afterEach(() => tree.end())

/** A device with these files, linked from its class as the kernel does. */
function put(number: number, place: string, files: Record<string, string>): string {
  const folder = `devices/platform/i2c-1/${place}/hwmon/hwmon${number}`
  const entries = Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])
  tree.write(Object.fromEntries(entries))
  tree.link(`class/hwmon/hwmon${number}`, folder)
  return folder
}
const sensorOf = (config: object = {}) =>
  createHwmonSensor(HwmonSensorConfig.parse({ type: 'hwmon', ...config }), tree.root)
const measure = (config?: object) => sensorOf(config).measure(signal)

describe('an SHT3x', () => {
  it('is read in °C and %, found by its name among other hwmon devices', async () => {
    put(0, 'cpu', { name: 'cpu_thermal', temp1_input: '61000' })
    put(1, '1-0044', SHT)
    expect(await measure()).toEqual([24.68, 55.12])
    put(2, '1-0045', { ...SHT, temp1_input: '-4000' })
    await expect(measure()).rejects.toThrow(
      'several hwmon devices are named sht3x; use one of 1-0044, 1-0045',
    )
    expect(await measure({ device: '1-0045' })).toEqual([-4, 55.12])
  })

  it('that is missing, has no hygrometer or answers with noise says which', async () => {
    await expect(measure()).rejects.toThrow('this system has no hwmon devices')
    put(0, 'cpu', { name: 'cpu_thermal', temp1_input: '61000' })
    const missing = expect(measure()).rejects
    await missing.toBeInstanceOf(SensorMissing)
    await expect(measure()).rejects.toThrow(
      'no hwmon device is named sht3x (there are: cpu_thermal); is its dtoverlay in config.txt?',
    )
    await expect(measure({ device: 'cpu_thermal' })).rejects.toThrow('no input humidity1_input')
    const folder = put(1, '1-0044', SHT)
    tree.breakFile(`${folder}/humidity1_input`)
    await expect(measure()).rejects.toThrow('it answers with noise (EIO)')
  })

  it('of which a disturbed bus makes all ones is beyond what it can measure', () => {
    const { quantities } = profileOf(HwmonSensorConfig.parse({ type: 'hwmon' }))
    // 0xffff by the formulas of its driver.
    const faults = quantities.map((quantity, i) =>
      new SampleCheck(quantity).faultOf([129.997, 99.998][i]),
    )
    expect(faults[0]).toBe('it tells temp 129.997 °C, which is not from -40 to 125')
  })
})
