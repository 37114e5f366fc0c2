import { join } from 'node:path'
import { type DeviceClass, readNumber } from '../kernel-device.ts'
import { SensorMissing } from '../sensor.ts'

/** Devices of the kernel's IIO interface; triggers lie beside them. */
export const IIO_CLASS: DeviceClass = {
  kind: 'IIO',
  folder: 'bus/iio/devices',
  prefix: 'iio:device',
  levelsUp: 1,
}

/**
 * A channel's value in the unit of the IIO interface (mV, m°C, m%): what the kernel has worked out,
 * or else (raw + offset) × scale, whose factors may belong to all channels of one kind.
 *
 * @throws DeviceError when it cannot be measured, SensorMissing when the device has no such channel.
 */
export async function readChannel(folder: string, channel: string): Promise<number> {
  const measured = await readNumber(join(folder, `in_${channel}_input`))
  if (measured !== null) return measured
  const raw = await readNumber(join(folder, `in_${channel}_raw`))
  if (raw === null) throw new SensorMissing(`the device has no input in_${channel}`)
  const kind = channel.replace(/\d+$/, '')
  const factor = async (name: string) =>
    (await readNumber(join(folder, `in_${channel}_${name}`))) ??
    (await readNumber(join(folder, `in_${kind}_${name}`)))
  return (raw + ((await factor('offset')) ?? 0)) * ((await factor('scale')) ?? 1)
}
