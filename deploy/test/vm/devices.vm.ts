import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Machine } from './machine.ts'

/** A bus whose only chip answers from memory. */
const BUS = '/sys/bus/i2c/devices/i2c-0'
const ADDRESS = '0x48'

let machine: Machine
beforeAll(async () => {
  machine = await Machine.boot()
})
afterAll(() => machine?.end())

const CONVERTER = {
  type: 'iio',
  device: 'ads1015',
  channels: [
    { channel: 0, of: 'gas', divider: 2 },
    { channel: 3, of: 'temp', perVolt: 100 },
  ],
}

it('a converter is read where the kernel has it, and again when it was unplugged', async () => {
  // The chip's bytes come in the other order than the bus has them.
  await machine.run(`i2cset -y 0 ${ADDRESS} 0 0x302a w
    echo ads1015 ${ADDRESS} > ${BUS}/new_device
    until grep -q ads1015 /sys/bus/iio/devices/*/name; do sleep 0.1; done`)
  const device = '$(grep -l ads1015 /sys/bus/iio/devices/*/name | xargs dirname)'
  const files = await machine.run(`cat ${device}/in_voltage0_raw ${device}/in_voltage0_scale`)
  const [raw = 0, scale = 0] = files.split('\n').map(Number)
  expect(raw).toBeGreaterThan(0)
  const volts = (raw * scale) / 1000

  const seen = await machine.program(`
    import { writeFileSync } from 'node:fs'
    import { openSensor } from 'edge/sensors/open-sensor.js'
    import { SensorsConfig } from 'edge/sensors/sensor-config.js'
    const [config] = SensorsConfig.parse([${JSON.stringify(CONVERTER)}])
    const monotonic = () => Number(process.hrtime.bigint()) / 1e6
    const sensor = await openSensor(config, { monotonic })
    const seen = []
    const measure = async () => {
      const { signal } = new AbortController()
      seen.push(await sensor.measure(signal).catch((error) => error.name))
    }
    await measure()
    writeFileSync('${BUS}/delete_device', '${ADDRESS}')
    await measure()
    writeFileSync('${BUS}/new_device', 'ads1015 ${ADDRESS}')
    await measure()
    console.log(JSON.stringify(seen))`)
  const values = [Number((volts * 2).toFixed(4)), Number((volts * 100).toFixed(4))]
  expect(seen).toEqual([values, 'SensorMissing', values])
})

/**
 * The memory of a BME280 as 16 bytes a line, by address: its id; the calibration of temperature and
 * pressure and the raw values of the example in the datasheet of the BMP280, section 3.12; the calibration
 * of humidity of a piece in use, 0x6e00 raw.
 */
const BME280: readonly (readonly [address: number, bytes: string])[] = [
  [0x88, '70 6b 43 67 18 fc 7d 8e 43 d6 d0 0b 27 0b 8c 00 f9 ff 8c 3c f8 c6 70 17 00 4b'],
  [0xd0, '60'],
  [0xe1, '6a 01 00 13 29 03 1e'],
  [0xf7, '65 5a c0 7e ed 00 6e 00'],
]

it('a BME280 is read where the kernel has it, in °C and %, and its pressure is left alone', async () => {
  const memory = BME280.flatMap(([address, bytes]) =>
    bytes.split(' ').map((byte, i) => `i2cset -y 0 0x76 ${address + i} 0x${byte} b`),
  )
  await machine.run(`${memory.join('\n')}
    echo bme280 0x76 > ${BUS}/new_device
    until grep -q bme280 /sys/bus/iio/devices/*/name; do sleep 0.1; done`)
  const files = await machine.run(`cd $(grep -l bme280 /sys/bus/iio/devices/*/name | xargs dirname)
    cat in_temp_input in_humidityrelative_input in_pressure_input`)
  const [milliC = 0, milliPercent = 0, kPa = 0] = files.split('\n').map(Number)
  // What the datasheet works out: 25.08 °C and 100,653 Pa.
  expect(milliC).toBe(25_080)
  expect(kPa).toBeCloseTo(100.653, 2)
  expect(milliPercent).toBeGreaterThan(0)
  expect(milliPercent).toBeLessThan(100_000)

  const seen = await machine.program(`
    import { openSensor } from 'edge/sensors/open-sensor.js'
    import { SensorsConfig } from 'edge/sensors/sensor-config.js'
    const [config] = SensorsConfig.parse([{ type: 'iio', device: 'bme280' }])
    const monotonic = () => Number(process.hrtime.bigint()) / 1e6
    const sensor = await openSensor(config, { monotonic })
    const { signal } = new AbortController()
    console.log(JSON.stringify(await sensor.measure(signal)))`)
  expect(seen).toEqual([25.08, milliPercent / 1000])
})

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 240_000, interval: 500 })
const WEDGE = { type: 'hid', id: 'gate', idleMs: 5000 }

it('a USB keyboard types its tags to the edge, and to nobody else', async () => {
  const path = await machine.run(
    `basename $(dirname $(dirname $(grep -l 'USB Keyboard' /sys/class/input/event*/device/name)))`,
  )
  const config = JSON.stringify({ ...WEDGE, path: `/dev/input/${path}` })
  const reader = `
    import { systemTimers } from 'edge/clock/timers.js'
    import { openReader } from 'edge/readers/open-reader.js'
    import { ReaderConfig } from 'edge/readers/reader-config.js'
    const say = (what) => console.log(JSON.stringify(what))
    const log = { child: () => log, info() {}, warn() {}, error: (what) => say(what.err.message), debug() {} }
    const reader = await openReader(ReaderConfig.parse(${config}), {
      log,
      monotonic: () => Number(process.hrtime.bigint()) / 1e6,
      timers: systemTimers,
      stamp: () => ({ at: Date.now(), clock: 'unsynced' }),
      secret: () => '',
      events: {
        onRead: ({ uid }) => say(uid),
        onStateChange: () => say(reader.states()[0].error ?? reader.states()[0].state),
      },
    })
    reader.start()`
  const said = async (file: string) => (await machine.run(`cat ${file}`)).split('\n')
  await machine.start(reader, '/tmp/first')
  await soon(async () => expect(await said('/tmp/first')).toEqual(['"open"']))
  await machine.press(...'0004812345'.split(''), 'ret')
  await soon(async () => expect(await said('/tmp/first')).toEqual(['"open"', '"0004812345"']))
  await machine.start(reader, '/tmp/second')
  await soon(async () => expect((await said('/tmp/second'))[0]).toContain('another program'))
})
