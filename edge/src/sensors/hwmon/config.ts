import { z } from 'zod'
import { climateQuantities } from '../climate.ts'
import { iioDevice } from '../iio/config.ts'
import { everyMsFrom, source } from '../sensor-fields.ts'
import type { SensorProfile } from '../sensor.ts'

/**
 * A thermometer with a hygrometer that the kernel has among its hwmon devices: the SHT3x, whose driver
 * (drivers/hwmon/sht3x.c) gives m°C and m% in temp1_input and humidity1_input.
 */
export const HwmonSensorConfig = z.strictObject({
  type: z.literal('hwmon'),
  source,
  device: iioDevice.default('sht3x'),
  everyMs: everyMsFrom(),
})
export type HwmonSensorConfig = z.infer<typeof HwmonSensorConfig>

export function hwmonProfile(_config: HwmonSensorConfig): SensorProfile {
  return { quantities: climateQuantities('sht3x'), answerWithinMs: 5000, restMs: 0 }
}
