import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeviceError } from '../../device-error.ts'
import { codeOf, describeKernelFault } from '../kernel-device.ts'
import { type Sensor, SensorMissing, SeveralSensors } from '../sensor.ts'
import { sensorThreads } from '../thread-semaphore.ts'
import type { Ds18b20SensorConfig } from './config.ts'

const W1_DEVICES = 'bus/w1/devices'
/** The family code of the DS18B20, with which the folders of its pieces begin. */
const FAMILY = '28-'
/** m°C in its memory from power-on until its first conversion (datasheet, table 1 and figure 3). */
const POWER_ON = 85_000

/**
 * A DS18B20 by the file `w1_slave` of drivers/w1/slaves/w1_therm.c: each read of it is a conversion, and it
 * tells its checksum and the nine bytes beside the temperature, which `temperature` alone does not.
 */
export function createDs18b20Sensor({ id }: Ds18b20SensorConfig, sysfs = '/sys'): Sensor {
  return {
    // The kernel has one of a bus convert after the other: together they hold one thread.
    measure: (signal) =>
      sensorThreads.run(`${sysfs}/${W1_DEVICES}`, signal, async () => {
        const folder = await findThermometer(sysfs, id)
        const text = await readFile(join(folder, 'w1_slave'), 'utf8').catch((cause: unknown) => {
          throw new DeviceError(describeKernelFault(codeOf(cause)), { cause })
        })
        return [temperatureOf(text)]
      }),
  }
}

/**
 * The folder of the DS18B20 of this id, or of the only one.
 *
 * @throws SensorMissing where there is none, or several and no id.
 */
export async function findThermometer(sysfs: string, id: string | undefined): Promise<string> {
  const root = join(sysfs, W1_DEVICES)
  const entries = await readdir(root).catch((cause: unknown) => {
    const message = 'this system has no 1-Wire devices; is dtoverlay=w1-gpio in config.txt?'
    throw new SensorMissing(message, { cause })
  })
  const found = entries.filter((entry) => entry.startsWith(FAMILY)).toSorted()
  const present = found.join(', ') || 'none'
  if (id === undefined && found.length > 1) {
    throw new SeveralSensors('1-Wire', 'DS18B20', found)
  }
  const meant = id ?? found[0]
  if (meant !== undefined && found.includes(meant)) return join(root, meant)
  throw new SensorMissing(
    `no 1-Wire device is named ${meant ?? 'DS18B20'} (there are: ${present}); check its wiring, its pull-up and dtoverlay=w1-gpio in config.txt`,
  )
}

/**
 * The °C of a file `w1_slave`: two lines of nine bytes, `: crc=xx YES` behind the first and `t=` with m°C
 * behind the second.
 *
 * @throws DeviceError for what is no measurement.
 */
export function temperatureOf(text: string): number {
  // The kernel writes nothing where the conversion failed, as when the sensor has gone.
  if (text.trim() === '') throw new DeviceError(describeKernelFault('ETIMEDOUT'))
  const [, bytes = '', verdict] =
    /^((?:[0-9a-f]{2} ){9}): crc=[0-9a-f]{2} (YES|NO)$/m.exec(text) ?? []
  const [, milli] = /\bt=(-?\d+)\s*$/.exec(text) ?? []
  if (verdict === undefined || milli === undefined) {
    throw new DeviceError('w1_slave holds no temperature')
  }
  if (verdict === 'NO')
    throw new DeviceError('it answers with noise (CRC): check its wiring and its pull-up')
  // Their checksum is right: that of zeros is zero.
  if (/^[0 ]+$/.test(bytes)) {
    throw new DeviceError('it answers with noise (zeros): its data wire is held low')
  }
  if (Number(milli) === POWER_ON) {
    throw new DeviceError('it tells 85 °C, its value at power-on: check its power')
  }
  return Number(milli) / 1000
}
