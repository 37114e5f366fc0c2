import { join } from 'node:path'
import { type DeviceClass, findDevice, readNumber } from '../kernel-device.ts'
import { type Sensor, SensorMissing } from '../sensor.ts'
import { sensorThreads } from '../thread-semaphore.ts'
import type { HwmonSensorConfig } from './config.ts'

/** Devices of the kernel's hwmon interface, in the folder `hwmon` of their own. */
export const HWMON_CLASS: DeviceClass = {
  kind: 'hwmon',
  folder: 'class/hwmon',
  prefix: 'hwmon',
  levelsUp: 2,
}

/**
 * The sensor of a hwmon device. The driver of the SHT3x checks no checksum: what a disturbed bus makes of
 * an answer is found by its range and its jump alone.
 */
export function createHwmonSensor({ device }: HwmonSensorConfig, sysfs = '/sys'): Sensor {
  return {
    measure: (signal) =>
      sensorThreads.run(`${sysfs}/${device}`, signal, async () => {
        const folder = await findDevice(sysfs, device, HWMON_CLASS)
        const values: number[] = []
        for (const name of ['temp1_input', 'humidity1_input']) {
          const milli = await readNumber(join(folder, name))
          if (milli === null) throw new SensorMissing(`the device has no input ${name}`)
          values.push(milli / 1000)
        }
        return values
      }),
  }
}
