/** Bands by the two high bits of the highest and then of the lowest frequency that are set. */
const BANDS = { custom: 0, china: 1, us: 2, korea: 3, eu: 4 } as const

export type ChafonRegion = keyof typeof BANDS

/** The bands that EDGE_CONFIG can name. */
export const CHAFON_REGIONS = Object.keys(BANDS) as [ChafonRegion, ...ChafonRegion[]]

/** The band of the answer to READER_INFO; one that has no name here is `custom`. */
export function chafonRegion(highest: number, lowest: number): ChafonRegion {
  const band = (highest >> 6) * 4 + (lowest >> 6)
  return CHAFON_REGIONS.find((region) => BANDS[region] === band) ?? 'custom'
}
