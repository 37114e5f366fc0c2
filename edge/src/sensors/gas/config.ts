import { z } from 'zod'
import { iioChannel, iioDevice, PIN_VOLTS } from '../iio/config.ts'
import { everyMsFrom, numberIn, source } from '../sensor-fields.ts'
import type { Quantity, SensorProfile } from '../sensor.ts'

const MAX_WARM_UP_MS = 48 * 3_600_000
const PIN_FAULT = 'debe ser el número BCM del pin de DO, de 0 a 27'

/** An MQ module (MQ-2, MQ-135): its analogue output at the input of a converter of the kernel's. */
export const GasSensorConfig = z.strictObject({
  type: z.literal('gas'),
  source,
  device: iioDevice,
  channel: iioChannel.default(0),
  /** Volts of the module for each volt at the converter: 1.5 for 10 kΩ over 20 kΩ, from 5 to 3.3 V. */
  divider: numberIn(1, 100, 'un número').default(1.5),
  /** Of the module's heater and load: Vc. */
  supplyVolts: numberIn(1, 24, 'voltios').default(5),
  /** The module's load resistor: RL. */
  loadOhms: numberIn(1, 10_000_000, 'ohmios').default(1000),
  /** What the sensor had in clean air; with it the ratio Rs/R0 is sent too. */
  r0Ohms: numberIn(1, 100_000_000, 'ohmios').optional(),
  /** From the boot, when the heater gets its current. */
  warmUpMs: z
    .int('debe ser un número entero de milisegundos')
    .min(0, 'no debe ser negativo')
    .max(MAX_WARM_UP_MS, `debe ser como mucho ${MAX_WARM_UP_MS}`)
    .default(180_000),
  /** Volts of the module from which it alarms. */
  alarmVolts: numberIn(0.01, 24, 'voltios').optional(),
  /** BCM number of the pin at the module's DO: low from the threshold of its trimmer on. */
  alarmPin: z.int(PIN_FAULT).min(0, PIN_FAULT).max(27, PIN_FAULT).optional(),
  everyMs: everyMsFrom(),
})
export type GasSensorConfig = z.infer<typeof GasSensorConfig>

export function gasProfile({ divider, r0Ohms }: GasSensorConfig): SensorProfile {
  const { min, max } = PIN_VOLTS
  const volts: Quantity = { type: 'gas', unit: 'V', min: min * divider, max: max * divider }
  const ratio: Quantity = { type: 'gas', part: 'ratio', unit: 'Rs/R0', min: 0, max: 1000 }
  const quantities = r0Ohms === undefined ? [volts] : [volts, ratio]
  return { quantities, answerWithinMs: 5000, restMs: 0 }
}
