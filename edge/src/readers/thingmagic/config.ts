import { z } from 'zod'
import { regionField, type RegionBands } from '../region/region-setting.ts'
import { streamSchema } from '../stream/stream-fields.ts'

/** The regions of the module, by their numbers in the protocol. */
export const THINGMAGIC_REGIONS = {
  india: 0x04,
  japan: 0x05,
  china: 0x06,
  europe: 0x08,
  korea: 0x09,
  australia: 0x0b,
  'new-zealand': 0x0c,
  'north-america': 0x0d,
} as const

type Region = keyof typeof THINGMAGIC_REGIONS
/** Those of the module's design guide, each as wide as any firmware has it. */
export const THINGMAGIC_BANDS: RegionBands<Region> = {
  'north-america': [902, 928],
  australia: [920, 926],
  'new-zealand': [921, 928],
  europe: [865, 868],
  korea: [917, 923.5],
  china: [920.125, 924.875],
  india: [865, 867],
  japan: [916.8, 923.4],
}

const POWER_FAULT =
  'debe ser dBm de 0 a 27, por ejemplo 20; desde unos 20 una Nano necesita más corriente de la que da el USB'
const WARN_FAULT = 'debe ser °C de 30 a 100, por ejemplo 70'

/** ThingMagic M6E Nano and other Mercury modules with one antenna. */
export const ThingMagicReaderConfig = streamSchema(
  'thingmagic',
  {
    region: regionField(THINGMAGIC_BANDS),
    powerDbm: z.number(POWER_FAULT).min(0, POWER_FAULT).max(27, POWER_FAULT),
    /** °C: the module reports its temperature, and the edge warns when it is higher. */
    warnAboveC: z.number(WARN_FAULT).min(30, WARN_FAULT).max(100, WARN_FAULT).optional(),
  },
  { baudRate: 115_200 },
)
export type ThingMagicReaderConfig = z.infer<typeof ThingMagicReaderConfig>
