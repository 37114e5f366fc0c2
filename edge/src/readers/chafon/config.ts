import { z } from 'zod'
import { antennaNames } from '../reader-fields.ts'
import { regionField } from '../region/region-setting.ts'
import { streamSchema } from '../stream/stream-fields.ts'
import { CHAFON_BANDS } from './region.ts'

const VARIANT_FAULT =
  'debe ser "old" (UHFReader09, 18, 86: se le pregunta) o "new" (UHFReader288, UHFEx10, E310: avisa por sí mismo)'
const ADDRESS_FAULT = 'debe ser de 0 a 254, o 255 para el único lector de la línea'
const POWER_FAULT = 'debe ser un número entero de dBm de 0 a 33'

/** Chafon and all that speaks its `LEN ADR CMD DATA CRC`. */
export const ChafonReaderConfig = streamSchema(
  'chafon',
  {
    variant: z.enum(['old', 'new'], VARIANT_FAULT),
    region: regionField(CHAFON_BANDS),
    address: z.int(ADDRESS_FAULT).min(0, ADDRESS_FAULT).max(255, ADDRESS_FAULT).default(0),
    powerDbm: z.int(POWER_FAULT).min(0, POWER_FAULT).max(33, POWER_FAULT).optional(),
    antennas: antennaNames,
  },
  { baudRate: 57_600 },
).refine(({ variant, antennas }) => variant === 'new' || antennas === undefined, {
  path: ['antennas'],
  message: 'va con variant "new": un lector viejo no dice qué antena leyó',
})
export type ChafonReaderConfig = z.infer<typeof ChafonReaderConfig>
