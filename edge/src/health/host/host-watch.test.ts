import type { TelemetryData } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createManualTime } from '../../testing/manual-time.ts'
import { SysfsTree } from '../../testing/sysfs-tree.ts'
import { readCardWear } from './card-wear.ts'
import { readCpuTemp } from './cpu-temp.ts'
import { readDiskFree } from './disk-free.ts'
import { HostWatch } from './host-watch.ts'
import { readPower } from './power.ts'

const FIRMWARE = 'devices/platform/soc/soc:firmware'
const HWMON = `${FIRMWARE}/raspberrypi-hwmon/hwmon/hwmon1`

let tree: SysfsTree
beforeEach(() => {
  tree = new SysfsTree()
})
afterEach(() => tree.end())

/** The driver rpi_volt beside another one, linked as the kernel does. */
function voltageAlarm(alarm: string): void {
  tree.write({
    'class/hwmon/hwmon0/name': 'cpu_thermal',
    [`${HWMON}/name`]: 'rpi_volt',
    [`${HWMON}/in0_lcrit_alarm`]: alarm,
  })
  tree.link('class/hwmon/hwmon1', HWMON)
  tree.link(`${HWMON}/device`, `${FIRMWARE}/raspberrypi-hwmon`)
}

describe('of the host', () => {
  it('what the kernel does not tell is not known', async () => {
    expect(await readCpuTemp(tree.root)).toBeNull()
    expect(await readPower(tree.root)).toEqual({ undervoltage: null, throttled: null })
    expect(await readCardWear(tree.root)).toBeNull()
    expect(await readDiskFree(`${tree.root}/none`)).toBeNull()
  })

  it('the temperature is that of the processor', async () => {
    tree.write({
      'class/thermal/thermal_zone0/type': 'rp1_adc',
      'class/thermal/thermal_zone0/temp': '99000',
      'class/thermal/thermal_zone1/type': 'cpu-thermal',
      'class/thermal/thermal_zone1/temp': '48312',
    })
    expect(await readCpuTemp(tree.root)).toBe(48.312)
  })

  it.each([
    ['0', null, false, null],
    ['1', null, true, null],
    ['1', '0', true, false],
    ['0', '50005', false, true],
    ['0', '50000', false, false],
    ['0', '80008', false, true],
  ])('a voltage alarm of %s and a word of %s are told apart', async (alarm, word, low, slow) => {
    voltageAlarm(alarm)
    if (word !== null) tree.write({ [`${FIRMWARE}/get_throttled`]: word })
    expect(await readPower(tree.root)).toEqual({ undervoltage: low, throttled: slow })
  })

  it.each([
    ['0x50005', true, true],
    ['0', false, false],
    ['2', false, true],
    ['no', null, null],
  ])('an older kernel says all of it in its word %s', async (word, undervoltage, throttled) => {
    tree.write({ [`${FIRMWARE}/get_throttled`]: word })
    expect(await readPower(tree.root)).toEqual({ undervoltage, throttled })
  })

  it.each([
    ['0x01 0x01', '0x01', 10],
    ['0x02 0x05', '0x01', 50],
    ['0x01 0x01', '0x03', 90],
    ['0x0b 0x01', '0x01', 100],
    ['0x00 0x00', '0x00', null],
    ['', '0x02', 80],
  ])('a card of life %s and spare blocks %s is worn by %s %%', async (life, spare, wear) => {
    tree.write({
      'block/mmcblk0/device/life_time': life,
      'block/mmcblk0/device/pre_eol_info': spare,
      'block/mmcblk0boot0/device/life_time': '0x0b 0x0b',
      'block/sda/device/life_time': '0x0b 0x0b',
    })
    expect(await readCardWear(tree.root)).toBe(wear)
  })

  it('the disk is that of the folder', async () => {
    const free = await readDiskFree(tree.root)
    expect(free).toBeGreaterThan(0)
    expect(free).toBeLessThanOrEqual(100)
  })
})

describe('the host watch', () => {
  it('sends the worst of each minute, and what changes slowly less often', async () => {
    const time = createManualTime()
    const samples: TelemetryData[] = []
    const dataDir = tree.root
    const { timers } = time
    const onSample = (sample: TelemetryData) => samples.push(sample)
    const watch = new HostWatch({ sysfs: tree.root, dataDir, timers, onSample })
    voltageAlarm('0')
    tree.write({ 'block/mmcblk0/device/life_time': '0x03 0x01' })
    const valuesOf = (type: string) => samples.filter((s) => s.type === type).map((s) => s.value)
    /** One more look: it has ended when it has set the timer of the next. */
    const look = async () => {
      time.advance(5000)
      await vi.waitFor(() => expect(time.pending()).toBe(1))
    }
    watch.start()
    await vi.waitFor(() => expect(time.pending()).toBe(1))
    expect(samples.map(({ type }) => type)).toEqual(['undervoltage', 'disk_free', 'card_wear'])
    for (let i = 1; i <= 24; i++) {
      if (i === 3) tree.write({ [`${HWMON}/in0_lcrit_alarm`]: '1' })
      if (i === 4) tree.write({ [`${HWMON}/in0_lcrit_alarm`]: '0' })
      await look()
    }
    expect(valuesOf('undervoltage')).toEqual([0, 1, 0])
    expect(valuesOf('card_wear')).toEqual([30])
    watch.stop()
    watch.stop()
    expect(time.pending()).toBe(0)
  })

  it('waits for a look that hangs, and sends nothing after its stop', async () => {
    const time = createManualTime()
    const samples: TelemetryData[] = []
    tree.write({ 'class/thermal/thermal_zone0/type': 'cpu-thermal' })
    tree.hangFile('class/thermal/thermal_zone0/temp')
    const onSample = (sample: TelemetryData) => samples.push(sample)
    const { timers } = time
    const watch = new HostWatch({ sysfs: tree.root, dataDir: tree.root, timers, onSample })
    watch.start()
    time.advance(600_000)
    await vi.waitFor(() => tree.letGo('class/thermal/thermal_zone0/temp', '40000'))
    await vi.waitFor(() => expect(samples.map(({ type }) => type)).toContain('cpu_temp'))
    const before = samples.length
    watch.stop()
    time.advance(600_000)
    expect(samples).toHaveLength(before)
  })
})
