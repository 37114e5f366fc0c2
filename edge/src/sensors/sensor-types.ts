import type { z } from 'zod'
import { DhtSensorConfig, dhtProfile } from './dht/config.ts'
import { GasSensorConfig, gasProfile } from './gas/config.ts'
import { HwmonSensorConfig, hwmonProfile } from './hwmon/config.ts'
import { IioSensorConfig, iioProfile } from './iio/config.ts'
import type { Sensor, SensorContext, SensorProfile } from './sensor.ts'
import { SimulatedSensorConfig, simulatedProfile } from './simulated/config.ts'
import { Ds18b20SensorConfig, ds18b20Profile } from './w1/config.ts'

/** Types the functions of a sensor type by what its schema parses. */
function sensorType<Schema extends z.ZodObject>(
  schema: Schema,
  profile: (config: z.infer<Schema>) => SensorProfile,
  open: (config: z.infer<Schema>, context: SensorContext) => Promise<Sensor>,
) {
  return { schema, profile, open }
}

/**
 * The sensor types by the `type` of their schema. A driver is imported where it is opened: a missing
 * native package fails the sensors that use it and no others.
 */
export const SENSOR_TYPES = {
  iio: sensorType(IioSensorConfig, iioProfile, async (config, { sysfs }) => {
    const { createIioSensor } = await import('./iio/sensor.ts')
    return createIioSensor(config, sysfs)
  }),
  dht: sensorType(DhtSensorConfig, dhtProfile, async (config) => {
    const { openDhtSensor } = await import('./dht/sensor.ts')
    return openDhtSensor(config)
  }),
  hwmon: sensorType(HwmonSensorConfig, hwmonProfile, async (config, { sysfs }) => {
    const { createHwmonSensor } = await import('./hwmon/sensor.ts')
    return createHwmonSensor(config, sysfs)
  }),
  ds18b20: sensorType(Ds18b20SensorConfig, ds18b20Profile, async (config, { sysfs }) => {
    const { createDs18b20Sensor } = await import('./w1/sensor.ts')
    return createDs18b20Sensor(config, sysfs)
  }),
  gas: sensorType(GasSensorConfig, gasProfile, async (config, context) => {
    const { createGasSensor } = await import('./gas/sensor.ts')
    return createGasSensor(config, context)
  }),
  simulated: sensorType(SimulatedSensorConfig, simulatedProfile, async (config, context) => {
    const { createSimulatedSensor } = await import('./simulated/sensor.ts')
    return createSimulatedSensor(config, context)
  }),
}
