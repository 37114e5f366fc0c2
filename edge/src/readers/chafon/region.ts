import type { RegionBands } from '../region/region-setting.ts'

/** Bands by the two high bits of the highest and then of the lowest frequency that are set. */
const BANDS = { custom: 0, china: 1, us: 2, korea: 3, eu: 4 } as const

export type ChafonRegion = keyof typeof BANDS

/** The first and the last channel of each, by the manual of the UHFReader18. */
export const CHAFON_BANDS: RegionBands<ChafonRegion> = {
  us: [902.75, 927.25],
  korea: [917.1, 923.3],
  china: [920.125, 924.875],
  eu: [865.1, 867.9],
  custom: null,
}
const REGIONS = Object.keys(BANDS) as ChafonRegion[]

/** The band of the answer to READER_INFO; one that has no name here is `custom`. */
export function chafonRegion(highest: number, lowest: number): ChafonRegion {
  const band = (highest >> 6) * 4 + (lowest >> 6)
  return REGIONS.find((region) => BANDS[region] === band) ?? 'custom'
}
