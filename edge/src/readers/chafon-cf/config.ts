import { z } from 'zod'
import { antennaNames } from '../reader-fields.ts'
import { type RegionBands, regionField } from '../region/region-setting.ts'
import { streamSchema } from '../stream/stream-fields.ts'

/**
 * MHz that the law of each region allows at most; `custom` is not checked. FCC part 15.247, ETSI EN 302
 * 208 (lower band), China's MIIT 2007-205, Korea's KCC.
 */
export const CF_BANDS: RegionBands<'us' | 'eu' | 'china' | 'korea' | 'custom'> = {
  us: [902, 928],
  eu: [865, 868],
  china: [920, 925],
  korea: [917, 923.5],
  custom: null,
}

/** Antennas of the largest reader: one bit each. */
const CF_ANTENNAS = 8

const ADDRESS_FAULT = 'debe ser de 0 a 254, o 255 para el que esté en la línea'
const POWER_FAULT = 'debe ser un número entero de dBm, de 0 a 33'
const ANTENNAS_FAULT = `debe ser una lista de antenas de 1 a ${CF_ANTENNAS}, por ejemplo [1, 2]`

/** Chafon's «UHF Prime» line: CF591, CF600, CF661, CF69x, on RS232, USB or Ethernet. */
export const ChafonCfReaderConfig = streamSchema(
  'chafon_cf',
  {
    region: regionField(CF_BANDS, 'any channel'),
    address: z.int(ADDRESS_FAULT).min(0, ADDRESS_FAULT).max(255, ADDRESS_FAULT).default(255),
    /** Absent: as the reader has it. The reader keeps it. */
    powerDbm: z.int(POWER_FAULT).min(0, POWER_FAULT).max(33, POWER_FAULT).optional(),
    /** Antennas that read; absent: as the reader has them. The reader keeps them. */
    useAntennas: z
      .array(
        z.int(ANTENNAS_FAULT).min(1, ANTENNAS_FAULT).max(CF_ANTENNAS, ANTENNAS_FAULT),
        ANTENNAS_FAULT,
      )
      .min(1, ANTENNAS_FAULT)
      .max(CF_ANTENNAS, ANTENNAS_FAULT)
      .optional(),
    antennas: antennaNames,
  },
  { baudRate: 115_200 },
).refine(
  ({ antennas = {}, useAntennas }) =>
    useAntennas === undefined ||
    Object.keys(antennas).every((number) => useAntennas.includes(Number(number))),
  { path: ['antennas'], message: 'nombra una antena que useAntennas deja fuera' },
)
export type ChafonCfReaderConfig = z.infer<typeof ChafonCfReaderConfig>
