import { z } from 'zod'
import { antennaNames } from '../reader-fields.ts'
import { regionField } from '../region/region-setting.ts'
import { streamSchema } from '../stream/stream-fields.ts'
import { CHAFON_BANDS } from './region.ts'

const VARIANT_FAULT =
  'must be "old" (UHFReader09, 18, 86: it is polled) or "new" (UHFReader288, UHFEx10, E310: it tells by itself)'
const ADDRESS_FAULT = 'must be from 0 to 254, or 255 for the only reader on the line'
const POWER_FAULT = 'must be whole dBm from 0 to 33'

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
  message: 'goes with variant "new": an old reader does not tell which antenna read',
})
export type ChafonReaderConfig = z.infer<typeof ChafonReaderConfig>
