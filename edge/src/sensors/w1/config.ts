import { z } from 'zod'
import { TEMPERATURE } from '../climate.ts'
import { everyMsFrom, source } from '../sensor-fields.ts'
import type { SensorProfile } from '../sensor.ts'

const ID_FAULT =
  'debe ser el nombre de su carpeta en /sys/bus/w1/devices, por ejemplo "28-0316a2794cff"'

/** A DS18B20 on the kernel's 1-Wire bus. */
export const Ds18b20SensorConfig = z.strictObject({
  type: z.literal('ds18b20'),
  source,
  /** Of several on the bus; 28 is the family of the DS18B20. */
  id: z
    .string(ID_FAULT)
    .regex(/^28-[0-9a-f]{12}$/, ID_FAULT)
    .optional(),
  everyMs: everyMsFrom(),
})
export type Ds18b20SensorConfig = z.infer<typeof Ds18b20SensorConfig>

export function ds18b20Profile(_config: Ds18b20SensorConfig): SensorProfile {
  return {
    // What its datasheet allows.
    quantities: [{ ...TEMPERATURE, min: -55, max: 125 }],
    // A conversion takes 750 ms, and the sensors of a bus wait for each other: 32 of them for 24 s.
    answerWithinMs: 30_000,
    restMs: 0,
  }
}
