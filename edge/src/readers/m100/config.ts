import { z } from 'zod'
import { regionField, type RegionBands } from '../region/region-setting.ts'
import { streamSchema } from '../stream/stream-fields.ts'
import { FRAMINGS, type Framing } from './framing.ts'

/** Bands that a module may transmit in, by the codes of its manual. */
export const REGIONS = {
  us: 0x02,
  eu: 0x03,
  korea: 0x06,
  'china-900': 0x01,
  'china-800': 0x04,
} as const
export type Region = keyof typeof REGIONS

/** The first and the last channel of each, by the manual. */
export const M100_BANDS: RegionBands<Region> = {
  us: [902.25, 927.75],
  eu: [865.1, 867.9],
  korea: [917.1, 923.3],
  'china-900': [920.125, 924.875],
  'china-800': [840.125, 844.875],
}

const framings = Object.keys(FRAMINGS) as Framing[]

const FRAMING_FAULT = `debe ser ${framings.join(' o ')}, el primer y el último byte de sus tramas`
const POWER_FAULT = 'debe ser de 0 a 33 dBm'
const POLL_FAULT = 'debe ser "multi", o "single" para firmware que no lo tiene'
const ROUNDS_FAULT = 'debe ser un número entero de 1 a 65535'

/** M100 modules (YRM100, R200, JRD-4035, JRD-100) on a serial port. */
export const M100ReaderConfig = streamSchema(
  'm100',
  {
    framing: z.enum(framings, FRAMING_FAULT).default('bb-7e'),
    region: regionField(M100_BANDS),
    /** Absent: as the module has it. */
    powerDbm: z.number(POWER_FAULT).min(0, POWER_FAULT).max(33, POWER_FAULT).optional(),
    poll: z.enum(['multi', 'single'], POLL_FAULT).default('multi'),
    /** Rounds of one multi-poll, which is asked again when it ends. */
    rounds: z.int(ROUNDS_FAULT).min(1, ROUNDS_FAULT).max(65_535, ROUNDS_FAULT).default(10_000),
  },
  { baudRate: 115_200 },
)
export type M100ReaderConfig = z.infer<typeof M100ReaderConfig>
