/** A part of the spectrum, in MHz. */
export type Band = readonly [from: number, to: number]

/** What a country allows readers of UHF tags. */
export interface CountryRule {
  bands: readonly Band[]
  /** Radiated power at the most: dBm, EIRP. */
  eirpDbm: number
}

const WATTS_4 = 36
/** 2 W ERP: a dipole's 2.15 dB are added. */
const WATTS_2_ERP = 35.15

/** 47 CFR 15.247 and those who follow it: 1 W at the antenna's connector, and 6 dBi of gain. */
const FCC: CountryRule = { bands: [[902, 928]], eirpDbm: WATTS_4 }
/** ETSI EN 302 208, lower band: channels of 2 W ERP. */
const ETSI: CountryRule = { bands: [[865, 868]], eirpDbm: WATTS_2_ERP }
const FROM_915: CountryRule = { bands: [[915, 928]], eirpDbm: WATTS_4 }

/**
 * Rules by the country's code (ISO 3166-1), as far as a source was found; the others are told by their
 * band. Bands and powers of Latin America stand together in GS1's «Regulatory status for using RFID in
 * the EPC Gen2 band» (2021), which calls itself unofficial. A licence may allow more.
 */
export const COUNTRY_RULES = {
  /** ENACOM: RESOL-2018-581-APN-MM, shared use. */
  ar: FROM_915,
  /** Anatel: Resolução 680/2017 and Ato 14.448/2017, 10 and 13: between the bands are mobile phones. */
  br: {
    bands: [
      [902, 907.5],
      [915, 928],
    ],
    eirpDbm: WATTS_4,
  },
  /** ISED: RSS-247. */
  ca: FCC,
  /** Subtel: Resolución exenta 1.985/2017 as 1.517/2018 changes it: 500 mW radiated. */
  cl: { bands: [[915, 928]], eirpDbm: 27 },
  /** ANE: Resolución 711/2016, now Resolución 105/2020, title 4. */
  co: FROM_915,
  /** ARCOTEL: norma técnica de espectro de uso libre, ARCOTEL-2017-0960. */
  ec: FCC,
  es: ETSI,
  /** IFT: Disposición Técnica IFT-008-2015. */
  mx: FCC,
  /** MTC: Resolución Ministerial 777-2005-MTC/03 with the change of April 2013. */
  pe: FROM_915,
  pr: FCC,
  /** URSEC; the region Uruguay of Impinj's readers. */
  uy: { bands: [[916, 928]], eirpDbm: WATTS_4 },
} as const satisfies Record<string, CountryRule>

export type Country = keyof typeof COUNTRY_RULES

/** The rule of a country by its code; null for one that has none here. */
export function ruleOf(setting: string): CountryRule | null {
  return Object.hasOwn(COUNTRY_RULES, setting) ? COUNTRY_RULES[setting as Country] : null
}
