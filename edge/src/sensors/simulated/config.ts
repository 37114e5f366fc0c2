import { SensorType } from '@vehicle-control/protocol'
import { z } from 'zod'
import { everyMs } from '../sensor-fields.ts'

const OF_FAULT = `must be a list of what to measure: ${SensorType.options.join(', ')}`

/** Values made up, for a demonstration without hardware. */
export const SimulatedSensorConfig = z.strictObject({
  type: z.literal('simulated'),
  of: z
    .array(z.enum(SensorType.options, OF_FAULT), OF_FAULT)
    .min(1, OF_FAULT)
    .default([...SensorType.options]),
  everyMs,
})
export type SimulatedSensorConfig = z.infer<typeof SimulatedSensorConfig>
