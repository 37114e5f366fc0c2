import { findDevice } from '../kernel-device.ts'
import type { Sensor } from '../sensor.ts'
import { sensorThreads } from '../thread-semaphore.ts'
import type { IioSensorConfig } from './config.ts'
import { IIO_CLASS, readChannel } from './device.ts'

/** A device of the kernel's IIO interface, looked for again whenever it does not answer. */
export class IioDevice {
  readonly #name: string
  readonly #sysfs: string
  #folder: string | null = null

  constructor(name: string, sysfs = '/sys') {
    this.#name = name
    this.#sysfs = sysfs
  }

  /** The values of these channels, one after the other, in the unit of the interface. */
  read(channels: readonly string[], signal: AbortSignal): Promise<number[]> {
    return sensorThreads.run(`${this.#sysfs}/${this.#name}`, signal, async () => {
      try {
        this.#folder ??= await findDevice(this.#sysfs, this.#name, IIO_CLASS)
        const values: number[] = []
        for (const channel of channels) values.push(await readChannel(this.#folder, channel))
        return values
      } catch (error) {
        this.#folder = null
        throw error
      }
    })
  }
}

/** The sensor of an IIO device. */
export function createIioSensor(config: IioSensorConfig, sysfs?: string): Sensor {
  const device = new IioDevice(config.device, sysfs)
  const { channels } = config
  if (channels === undefined) {
    return {
      async measure(signal) {
        const values = await device.read(['temp', 'humidityrelative'], signal)
        return values.map((milli) => milli / 1000)
      },
    }
  }
  return {
    async measure(signal) {
      const names = channels.map(({ channel }) => `voltage${channel}`)
      const millivolts = await device.read(names, signal)
      return channels.map(({ divider, perVolt, offset }, i) => {
        const volts = ((millivolts[i] ?? Number.NaN) / 1000) * divider
        return Number((volts * perVolt + offset).toFixed(4))
      })
    },
  }
}
