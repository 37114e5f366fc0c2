import { z } from 'zod'
import { climateQuantities, DHT_MODELS } from '../climate.ts'
import { everyMsFrom, source } from '../sensor-fields.ts'
import type { SensorProfile } from '../sensor.ts'

/** Within this time the package gives its last value again as a new one. */
const CACHED_MS = 3000
const PIN_FAULT = 'debe ser el número BCM del pin de datos, de 0 a 27'

/** A DHT at a pin, read by the package node-dht-sensor: for systems without the dht11 overlay. */
export const DhtSensorConfig = z.strictObject({
  type: z.literal('dht'),
  source,
  model: z.enum(DHT_MODELS, `debe ser una de estas: ${DHT_MODELS.join(', ')}`).default('dht22'),
  // The package looks a number up in a table without looking at its length.
  pin: z.int(PIN_FAULT).min(0, PIN_FAULT).max(27, PIN_FAULT),
  everyMs: everyMsFrom(CACHED_MS),
})
export type DhtSensorConfig = z.infer<typeof DhtSensorConfig>

export function dhtProfile({ model }: DhtSensorConfig): SensorProfile {
  return {
    quantities: climateQuantities(model),
    answerWithinMs: 5000,
    // Its clock is the wall clock, which NTP may be slowing down.
    restMs: CACHED_MS + 100,
  }
}
