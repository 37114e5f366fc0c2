import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DeviceError } from '../../device-error.ts'
import { createManualTime } from '../../testing/manual-time.ts'
import { SysfsTree } from '../../testing/sysfs-tree.ts'
import { profileOf } from '../open-sensor.ts'
import { SampleCheck } from '../sample-check.ts'
import { GasSensorConfig } from './config.ts'
import { createGasSensor } from './sensor.ts'

const { signal } = new AbortController()
const BOOT_MS = 10_000
const wiring = { pin: 22, activeLow: true }

let tree: SysfsTree
let time: ReturnType<typeof createManualTime>
/** The line at DO: edges that wait to be read, or its fault. */
let line: { opened: object[]; closed: number; levels: boolean[]; fault: Error | null }

beforeEach(() => {
  tree = new SysfsTree()
  line = { opened: [], closed: 0, levels: [], fault: null }
  time = createManualTime({ mono: BOOT_MS })
  // 2 mV a step: the volts below are those of the module, before a divider of 1.5.
  tree.iioDevice(0, '1-0048', { name: 'ads1015', in_voltage2_scale: '2' })
})
afterEach(() => tree.end())

function sensorOf(settings: object) {
  const config = GasSensorConfig.parse({ type: 'gas', device: 'ads1015', channel: 2, ...settings })
  const sensor = createGasSensor(config, {
    monotonic: time.monotonic,
    sysfs: tree.root,
    openLine: async (wiring) => {
      line.opened.push(wiring)
      return {
        changes() {
          if (line.fault !== null) throw line.fault
          return line.levels.splice(0).map((active) => ({ active }))
        },
        close: () => line.closed++,
      }
    },
  })
  const measure = async (volts: number) => {
    const raw = String(Math.round(volts / 1.5 / 0.002))
    tree.write({ 'devices/platform/1-0048/iio:device0/in_voltage2_raw': raw })
    return sensor.measure(signal)
  }
  return { config, sensor, measure }
}

describe('a gas sensor', () => {
  it('gives the volts of the module, and with R0 how its resistance stands to clean air', async () => {
    expect(await sensorOf({}).measure(1.5)).toEqual([1.5])
    // Rs = 1000 Ω × (5 − 1.2) / 1.2 = 3167 Ω.
    const { config, measure } = sensorOf({ r0Ohms: 3167 })
    expect(await measure(1.2)).toEqual([1.2, 1])
    expect(profileOf(config).quantities.map(({ unit, part }) => [unit, part])).toEqual([
      ['V', undefined],
      ['Rs/R0', 'ratio'],
    ])
  })

  it('has no ratio that could be sent where there are no volts', async () => {
    const { config, measure } = sensorOf({ r0Ohms: 3000 })
    const values = await measure(0)
    const faults = profileOf(config).quantities.map((quantity, i) =>
      new SampleCheck(quantity).faultOf(values[i]),
    )
    expect(faults).toEqual([null, expect.stringMatching('Infinity Rs/R0')])
  })

  it('warms up from the boot on, raises no alarm meanwhile, and not again after a restart', async () => {
    const { sensor, measure } = sensorOf({ warmUpMs: 60_000, alarmVolts: 2 })
    await measure(4)
    expect(sensor.condition?.()).toEqual({ warming: true, alarm: null })
    time.advance(50_000)
    await measure(4.2)
    const alarmed = { warming: false, alarm: '4.2 V, threshold 2 V' }
    expect(sensor.condition?.()).toEqual(alarmed)
    const restarted = sensorOf({ warmUpMs: 60_000, alarmVolts: 2 })
    await restarted.measure(4.2)
    expect(restarted.sensor.condition?.()).toEqual(alarmed)
  })

  it('alarms from its threshold on, until it is clearly below', async () => {
    const { sensor, measure } = sensorOf({ warmUpMs: 0, alarmVolts: 2.1 })
    const alarms: boolean[] = []
    for (const volts of [2.01, 2.1, 2.01, 1.98, 2.01]) {
      await measure(volts)
      alarms.push(sensor.condition?.().alarm !== null)
    }
    expect(alarms).toEqual([false, true, true, false, false])
  })

  it('alarms by its pin too, which it opens again when it was lost', async () => {
    const { sensor, measure } = sensorOf({ warmUpMs: 0, alarmPin: 22 })
    const alarmed = async (...levels: boolean[]) => {
      line.levels.push(...levels)
      await measure(1)
      return sensor.condition?.().alarm
    }
    expect(await alarmed(false)).toBeNull()
    expect(await alarmed(true, false, true)).toBe('DO at GPIO 22 is active')
    expect(await alarmed()).toBe('DO at GPIO 22 is active')
    line.fault = new DeviceError('the line is gone')
    await expect(measure(1)).rejects.toThrow('the line is gone')
    line.fault = null
    expect(await alarmed(false)).toBeNull()
    sensor.close?.()
    sensor.close?.()
    expect(line).toMatchObject({ opened: [wiring, wiring], closed: 2 })
  })

  it('never alarms without a threshold', async () => {
    const { sensor, measure } = sensorOf({ warmUpMs: 0 })
    await measure(4.9)
    expect(sensor.condition?.()).toEqual({ warming: false, alarm: null })
  })
})
