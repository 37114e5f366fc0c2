import type { z } from 'zod'
import { SENSOR_TYPES } from './sensor-types.ts'
import type { Sensor, SensorContext, SensorProfile } from './sensor.ts'

type Type = keyof typeof SENSOR_TYPES
type ConfigOf<T extends Type> = z.infer<(typeof SENSOR_TYPES)[T]['schema']>
type Drivers = {
  [T in Type]: {
    profile: (config: ConfigOf<T>) => SensorProfile
    open: (config: ConfigOf<T>, context: SensorContext) => Promise<Sensor>
  }
}

const drivers: Drivers = SENSOR_TYPES

/**
 * The driver of the configured type. Only that driver's code is loaded.
 *
 * @throws SensorMissing where its package is not installed.
 */
export function openSensor<T extends Type>(
  config: { type: T } & ConfigOf<T>,
  context: SensorContext,
): Promise<Sensor> {
  return drivers[config.type].open(config, context)
}

/** What is known of a sensor from its configuration alone. */
export function profileOf<T extends Type>(config: { type: T } & ConfigOf<T>): SensorProfile {
  return drivers[config.type].profile(config)
}
