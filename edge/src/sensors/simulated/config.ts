import { SensorType } from '@vehicle-control/protocol'
import { z } from 'zod'
import { HUMIDITY, TEMPERATURE } from '../climate.ts'
import { everyMsFrom, source } from '../sensor-fields.ts'
import type { Quantity, SensorProfile } from '../sensor.ts'

const OF_FAULT = `debe ser una lista de lo que se mide: ${SensorType.options.join(', ')}`

/** Values made up, for a demonstration without hardware. */
export const SimulatedSensorConfig = z.strictObject({
  type: z.literal('simulated'),
  source,
  of: z
    .array(z.enum(SensorType.options, OF_FAULT), OF_FAULT)
    .min(1, OF_FAULT)
    .refine((of) => new Set(of).size === of.length, 'debe nombrar cada tipo una vez')
    .default([...SensorType.options]),
  everyMs: everyMsFrom(),
})
export type SimulatedSensorConfig = z.infer<typeof SimulatedSensorConfig>

/** An MQ gas module behind a divider. */
const GAS: Quantity = { type: 'gas', unit: 'V', min: 0, max: 5 }
const QUANTITIES: Record<SensorType, Quantity> = { temp: TEMPERATURE, hum: HUMIDITY, gas: GAS }

export function simulatedProfile({ of }: SimulatedSensorConfig): SensorProfile {
  return { quantities: of.map((type) => QUANTITIES[type]), answerWithinMs: 1000, restMs: 0 }
}
