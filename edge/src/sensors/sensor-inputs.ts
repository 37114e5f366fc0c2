import type { GasSensorConfig } from './gas/config.ts'
import type { HwmonSensorConfig } from './hwmon/config.ts'
import type { IioSensorConfig } from './iio/config.ts'
import type { Ds18b20SensorConfig } from './w1/config.ts'

/** A configured sensor; those of other types read no device of the kernel's. */
type Sensor = (
  | GasSensorConfig
  | IioSensorConfig
  | HwmonSensorConfig
  | Ds18b20SensorConfig
  | { type: 'dht' | 'simulated' }
) & { source: string }

/** What is measured: a thermometer, or one input of a converter. */
interface Input {
  device: string
  /** Absent: the device as a whole. */
  channel?: number
  path: (string | number)[]
}

/** The first sensor at a device or input that another one measures already; null without one. */
export function sensorInputFault(
  sensors: readonly Sensor[],
): { path: (string | number)[]; message: string } | null {
  const holders = new Map<string, string>()
  for (const [i, sensor] of sensors.entries()) {
    for (const { device, channel, path } of inputsOf(sensor)) {
      const name = channel === undefined ? device : `entrada ${channel} de ${device}`
      const holder = holders.get(name)
      if (holder !== undefined) {
        const message = `${name} ya se mide en el sensor "${holder}"; deje uno de los dos`
        return { path: [i, ...path], message }
      }
      holders.set(name, sensor.source)
    }
  }
  return null
}

function inputsOf(sensor: Sensor): Input[] {
  if (sensor.type === 'gas') {
    return [{ device: sensor.device, channel: sensor.channel, path: ['channel'] }]
  }
  if (sensor.type === 'hwmon') return [{ device: sensor.device, path: ['device'] }]
  if (sensor.type === 'ds18b20') return [{ device: sensor.id ?? 'the only DS18B20', path: ['id'] }]
  if (sensor.type !== 'iio') return []
  const { device, channels } = sensor
  if (channels === undefined) return [{ device, path: ['device'] }]
  return channels.map(({ channel }, i) => ({ device, channel, path: ['channels', i, 'channel'] }))
}
