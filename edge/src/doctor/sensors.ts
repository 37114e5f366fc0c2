import type { EdgeConfig } from '../config.ts'
import { HWMON_CLASS } from '../sensors/hwmon/sensor.ts'
import { IIO_CLASS } from '../sensors/iio/device.ts'
import { findDevice } from '../sensors/kernel-device.ts'
import { SensorMissing, SeveralSensors } from '../sensors/sensor.ts'
import { findThermometer } from '../sensors/w1/sensor.ts'
import { fault, type Finding, ok } from './finding.ts'
import { type Machine, placeOf, textOf } from './machine.ts'

type Sensor = EdgeConfig['sensors'][number]

const BOOT_CONFIGS = ['/boot/firmware/config.txt', '/boot/config.txt']

/**
 * The overlays that bring a device of the kernel's, by how its name begins; those of boot/overlays/README in
 * raspberrypi/firmware.
 */
const OVERLAYS: readonly (readonly [name: string, overlay: string])[] = [
  ['dht', 'dtoverlay=dht11,gpiopin=4'],
  ['bme280', 'dtoverlay=i2c-sensor,bme280'],
  ['bmp280', 'dtoverlay=i2c-sensor,bmp280'],
  ['sht3x', 'dtoverlay=i2c-sensor,sht3x'],
  ['ads1', 'dtoverlay=ads1115'],
  ['mcp3', 'dtoverlay=mcp3008,spi0-0-present'],
]

/** Whether the kernel has the device of each sensor that it drives; none is measured. */
export async function checkSensors(
  machine: Machine,
  sensors: readonly Sensor[],
): Promise<Finding[]> {
  const sysfs = placeOf(machine, '/sys')
  const found = sensors.map(async (sensor): Promise<Finding[]> => {
    const wanted = deviceOf(sensor)
    if (wanted === null) return []
    const { source: subject } = sensor
    try {
      await wanted.find(sysfs)
    } catch (error) {
      if (!(error instanceof SensorMissing)) throw error
      return [missing(machine, { subject, ...wanted }, error)]
    }
    return [ok('sensor', `el sistema ve ${wanted.name}`, subject)]
  })
  return (await Promise.all(found)).flat()
}

interface WantedDevice {
  name: string
  overlay: string
  find: (sysfs: string) => Promise<string>
}

/** The device of the kernel's that a sensor is at; null where it is at none. */
function deviceOf(sensor: Sensor): WantedDevice | null {
  switch (sensor.type) {
    case 'iio':
    case 'gas':
    case 'hwmon': {
      const { device: name } = sensor
      const ofClass = sensor.type === 'hwmon' ? HWMON_CLASS : IIO_CLASS
      const [, overlay = 'su dtoverlay'] =
        OVERLAYS.find(([beginning]) => name.startsWith(beginning)) ?? []
      return { name, overlay, find: (sysfs) => findDevice(sysfs, name, ofClass) }
    }
    case 'ds18b20': {
      const { id } = sensor
      const name = id ?? 'un DS18B20'
      return { name, overlay: 'dtoverlay=w1-gpio', find: (sysfs) => findThermometer(sysfs, id) }
    }
    case 'dht':
    case 'simulated':
      return null
  }
}

function missing(
  machine: Machine,
  { subject, name, overlay }: Pick<WantedDevice, 'name' | 'overlay'> & { subject: string },
  error: SensorMissing,
): Finding {
  const check = 'sensor'
  if (error instanceof SeveralSensors) {
    const text = `hay varios sensores que se llaman ${name}`
    return fault({
      check,
      subject,
      text,
      fix: `ponga en EDGE_CONFIG uno de ${error.choices.join(', ')}`,
    })
  }
  const text = `el sistema no ve ${name}`
  // With its parameters it still begins so: dtoverlay=i2c-sensor,bme280,addr=0x77.
  const isThere = BOOT_CONFIGS.some((path) =>
    (textOf(machine, path) ?? '').split('\n').some((line) => line.trim().startsWith(overlay)),
  )
  const fix = isThere
    ? `${overlay} ya está en config.txt: revise el cable, la alimentación y la dirección del sensor, y reinicie`
    : `ponga ${overlay} en /boot/firmware/config.txt y reinicie`
  return fault({ check, subject, text, fix })
}
