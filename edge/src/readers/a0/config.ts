import { z } from 'zod'
import { antennaNames } from '../reader-fields.ts'
import { regionField, type RegionBands } from '../region/region-setting.ts'
import { streamSchema } from '../stream/stream-fields.ts'

/** Bands by their numbers in the protocol, from 1 on. */
export const A0_REGIONS = ['fcc', 'etsi', 'china', 'custom'] as const

/** What the boards' own software shows for each. */
export const A0_BANDS: RegionBands<(typeof A0_REGIONS)[number]> = {
  fcc: [902, 928],
  etsi: [865, 868],
  china: [920.125, 924.875],
  custom: null,
}

/** Ports of the largest board. */
export const A0_ANTENNAS = 4

const ANTENNAS_FAULT = `debe nombrar antenas de 1 a ${A0_ANTENNAS}, como en {"1": "entrada", "2": "salida"}`
const ADDRESS_FAULT = 'debe ser de 0 a 254, o 255 para el único lector de la línea'
const POWER_FAULT = 'debe ser un número entero de dBm de 20 a 33'

/** IND903 and other boards with an Impinj R2000 or E chip that speak `A0 LEN ADR CMD DATA CK`. */
export const A0ReaderConfig = streamSchema(
  'a0',
  {
    region: regionField(A0_BANDS),
    address: z.int(ADDRESS_FAULT).min(0, ADDRESS_FAULT).max(255, ADDRESS_FAULT).default(1),
    powerDbm: z.int(POWER_FAULT).min(20, POWER_FAULT).max(33, POWER_FAULT).optional(),
    antennas: antennaNames.refine(
      (names) => Object.keys(names ?? {}).every((port) => +port >= 1 && +port <= A0_ANTENNAS),
      ANTENNAS_FAULT,
    ),
  },
  { baudRate: 115_200 },
)
export type A0ReaderConfig = z.infer<typeof A0ReaderConfig>
