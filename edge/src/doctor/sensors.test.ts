import { afterEach, beforeEach, expect, it } from 'vitest'
import { SensorsConfig } from '../sensors/sensor-config.ts'
import { TempMachine } from '../testing/temp-machine.ts'
import { checkSensors } from './sensors.ts'

let machine: TempMachine
beforeEach(() => {
  machine = new TempMachine()
})
afterEach(() => machine.remove())

const said = async (...sensors: object[]) => {
  const findings = await checkSensors(machine, SensorsConfig.parse(sensors))
  return findings.map(({ subject, status, text, fix }) =>
    [`${subject} ${status}: ${text}`, fix].filter(Boolean).join('; '),
  )
}

it.each([
  [{ type: 'ds18b20' }, 'ds18b20 fault: el sistema no ve un DS18B20', 'dtoverlay=w1-gpio'],
  [
    { type: 'ds18b20', id: '28-0316a2794cff' },
    'ds18b20 fault: el sistema no ve 28-0316a2794cff',
    'dtoverlay=w1-gpio',
  ],
  [
    { type: 'iio', device: 'bme280', source: 'patio' },
    'patio fault: el sistema no ve bme280',
    'dtoverlay=i2c-sensor,bme280',
  ],
  [{ type: 'hwmon' }, 'hwmon fault: el sistema no ve sht3x', 'dtoverlay=i2c-sensor,sht3x'],
  [{ type: 'iio', device: 'dht11@4' }, 'iio fault: el sistema no ve dht11@4', 'dtoverlay=dht11,'],
  [{ type: 'gas', device: 'ads1015' }, 'gas fault: el sistema no ve ads1015', 'dtoverlay=ads1115'],
])('of the sensor %j that is missing it names the overlay', async (sensor, text, overlay) => {
  const [found = ''] = await said(sensor)
  expect(found).toContain(`${text}; ponga ${overlay}`)
  expect(found).toContain('en /boot/firmware/config.txt y reinicie')
})

it('a sensor whose overlay is there has another cause', async () => {
  machine.file('/boot/firmware/config.txt', 'arm_64bit=1\n dtoverlay=i2c-sensor,bme280,addr=0x77\n')
  expect(await said({ type: 'iio', device: 'bme280' }, { type: 'hwmon' })).toEqual([
    expect.stringContaining('ya está en config.txt: revise el cable'),
    expect.stringContaining('ponga dtoverlay=i2c-sensor,sht3x'),
  ])
  machine.file('/boot/firmware/config.txt', '#dtoverlay=i2c-sensor,bme280\n')
  expect((await said({ type: 'iio', device: 'bme280' }))[0]).toContain('; ponga dtoverlay=')
})

it('sensors that the kernel has are there, and of several of one name each is named', async () => {
  machine.file('/sys/bus/w1/devices/28-0316a2794cff/w1_slave')
  machine.file('/sys/devices/i2c-1/1-0044/hwmon/hwmon1/name', 'sht3x\n')
  machine.link('/sys/class/hwmon/hwmon1', '../../devices/i2c-1/1-0044/hwmon/hwmon1')
  expect(await said({ type: 'ds18b20' }, { type: 'hwmon' }, { type: 'simulated' })).toEqual([
    'ds18b20 ok: el sistema ve un DS18B20',
    'hwmon ok: el sistema ve sht3x',
  ])
  machine.file('/sys/bus/w1/devices/28-0000000000aa/w1_slave')
  expect(await said({ type: 'ds18b20' })).toEqual([
    'ds18b20 fault: hay varios sensores que se llaman un DS18B20; ponga en EDGE_CONFIG uno de 28-0000000000aa, 28-0316a2794cff',
  ])
})
