import { SensorType } from '@vehicle-control/protocol'
import { z } from 'zod'
import { climateQuantities, DHT_MODELS } from '../climate.ts'
import { everyMsFrom, numberIn, source } from '../sensor-fields.ts'
import type { Quantity, SensorProfile } from '../sensor.ts'

/** The kernel gives a value of a DHT again for 2 s, a wrong one too. */
export const CLIMATE_REST_MS = 3000
/** The kernel itself waits a second for a DHT, and asks it twice for both of its values. */
const ANSWER_WITHIN_MS = 5000
/** The widest range of the usual converters, and a little below ground. */
export const PIN_VOLTS = { min: -0.3, max: 6.144 }

const MODELS = [...DHT_MODELS, 'bme280'] as const

/** As the kernel names it, in the file `name` of its folder. */
export const iioDevice = z
  .string('debe ser el nombre de un dispositivo IIO, por ejemplo "dht11" o "ads1015"')
  .regex(
    /^[\w.,@:-]{1,64}$/,
    'debe ser el nombre de un dispositivo IIO, por ejemplo "dht11" o "ads1015"',
  )

/** The number of a voltage input: N of in_voltageN_raw. */
export const iioChannel = z
  .int('debe ser el número de una entrada, por ejemplo 0')
  .min(0, 'no debe ser negativo')
  .max(63, 'debe ser como mucho 63')

const Channel = z.strictObject({
  channel: iioChannel,
  of: z.enum(SensorType.options, `debe ser una de estas: ${SensorType.options.join(', ')}`),
  /** Volts before a divider for each volt at the input. */
  divider: numberIn(1, 100, 'un número').default(1),
  /** The value of 1 V, and that of 0 V. */
  perVolt: numberIn(-1000, 1000, 'un número').default(1),
  offset: numberIn(-1000, 1000, 'un número').default(0),
})

/** A sensor that the kernel drives: a DHT11, DHT22 or BME280, or the inputs of a converter. */
export const IioSensorConfig = z
  .strictObject({
    type: z.literal('iio'),
    source,
    device: iioDevice,
    /** Decides what it can measure; absent: `bme280` where the device is called so, else `dht22`. */
    model: z.enum(MODELS, `debe ser una de estas: ${MODELS.join(', ')}`).optional(),
    /** Of a converter; without them the device is a DHT or BME280. */
    channels: z
      .array(Channel, 'debe ser una lista de entradas, como en [{"channel":0,"of":"gas"}]')
      .min(1, 'debe tener una entrada, como en [{"channel":0,"of":"gas"}]')
      .optional(),
    everyMs: everyMsFrom(),
  })
  .superRefine((config, context) => {
    const { channels, everyMs } = config
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (channels === undefined && modelOf(config) !== 'bme280' && everyMs < CLIMATE_REST_MS) {
      refuse(
        ['everyMs'],
        `debe ser al menos ${CLIMATE_REST_MS}: el núcleo no tiene un valor más nuevo`,
      )
    }
    const types = new Set<SensorType>()
    for (const [i, { of }] of channels?.entries() ?? []) {
      if (types.has(of)) {
        refuse(['channels', i, 'of'], `${of} ya se mide; ponga el dispositivo una segunda vez`)
      }
      types.add(of)
    }
  })
export type IioSensorConfig = z.infer<typeof IioSensorConfig>
type Channel = z.infer<typeof Channel>

function modelOf({
  device,
  model,
}: {
  device: string
  model?: (typeof MODELS)[number] | undefined
}) {
  return model ?? (device.startsWith('bme280') ? 'bme280' : 'dht22')
}

export function iioProfile(config: IioSensorConfig): SensorProfile {
  const { channels } = config
  const model = modelOf(config)
  if (channels !== undefined) {
    const quantities = channels.map(channelQuantity)
    return { quantities, answerWithinMs: ANSWER_WITHIN_MS, restMs: 0 }
  }
  return {
    quantities: climateQuantities(model),
    answerWithinMs: ANSWER_WITHIN_MS,
    restMs: model === 'bme280' ? 0 : CLIMATE_REST_MS,
  }
}

function channelQuantity({ of, divider, perVolt, offset }: Channel): Quantity {
  if (of === 'temp') return { type: of, unit: '°C', min: -55, max: 150, jump: 5 }
  if (of === 'hum') return { type: of, unit: '%', min: 0, max: 100, jump: 20 }
  const ends = [PIN_VOLTS.min, PIN_VOLTS.max].map((v) => v * divider * perVolt + offset)
  return { type: of, unit: 'V', min: Math.min(...ends), max: Math.max(...ends) }
}
