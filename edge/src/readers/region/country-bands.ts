/** A part of the spectrum, in MHz. */
export type Band = readonly [from: number, to: number]

/** What a country allows readers of UHF tags. */
export interface CountryRule {
  bands: readonly Band[]
  /** Radiated power at the most: dBm, EIRP; null where nothing about it could be read. */
  eirpDbm: number | null
}

const WATTS_4 = 36
const WATT_1 = 30
/** 2 W ERP: a dipole's 2.15 dB are added. */
const WATTS_2_ERP = 35.15

/** 1 W at the antenna's connector, and 6 dBi of gain. */
const FCC: CountryRule = { bands: [[902, 928]], eirpDbm: WATTS_4 }

/**
 * Rules by the country's code (ISO 3166-1); the others are told by their band. Each says what was read:
 * a rule is named only where its text was, and of what differs the narrower band and the lower power
 * stand here. "Second-hand" is what others say of a rule, or made of it. A licence may allow more.
 */
export const COUNTRY_RULES = {
  /** Second-hand: two reviews of LoRa lists against ENACOM's own (TheThingsNetwork/docs 374, meshtastic 1952). */
  ar: { bands: [[915, 928]], eirpDbm: WATT_1 },
  /** Anatel: Ato 14.448/2017, 10 and 13, the bands of 13.1 as Ato 1.379/2019 has them. */
  br: {
    bands: [
      [902, 907.5],
      [915, 928],
    ],
    eirpDbm: WATTS_4,
  },
  /** ISED: RSS-247, issue 4, of which the preface names the band. Second-hand: the power is the FCC's. */
  ca: FCC,
  /**
   * Second-hand: GMA's summary of Subtel's change of 2018, 500 mW radiated for RFID; it does not say
   * against which antenna, and 27 dBm is the stricter of both. The segments that it names besides,
   * 913–919 and 925–928, come without a power.
   */
  cl: { bands: [[915, 928]], eirpDbm: 27 },
  /** Second-hand: lists of LoRaWAN's bands. */
  co: { bands: [[915, 928]], eirpDbm: null },
  /** Second-hand: lists of LoRaWAN's bands, which have 902–928 with a plan of 915–928. */
  ec: { bands: [[915, 928]], eirpDbm: null },
  /** ETSI EN 302 208, its scope. Second-hand: Decision (EU) 2017/1483, 2 W on four channels only. */
  es: { bands: [[865, 868]], eirpDbm: WATTS_2_ERP },
  /** Second-hand: a news item on IFT-008-2015 names the band and that it follows the rules of the FCC and ISED. */
  mx: FCC,
  /** El Peruano, 18 April 2013, page 493084: up to 1 W EIRP; what is above has classes that were not read. */
  pe: { bands: [[915, 928]], eirpDbm: WATT_1 },
  /** 47 CFR 15.247, and the FCC's KDB 192659 on readers under it. */
  pr: FCC,
  /** Second-hand: the region Uruguay of Impinj's and Chafon's readers. */
  uy: { bands: [[916, 928]], eirpDbm: null },
} as const satisfies Record<string, CountryRule>

export type Country = keyof typeof COUNTRY_RULES

/** The rule of a country by its code; null for one that has none here. */
export function ruleOf(setting: string): CountryRule | null {
  return Object.hasOwn(COUNTRY_RULES, setting) ? COUNTRY_RULES[setting as Country] : null
}

/** The highest power of any country here: dBm, EIRP. */
export const HIGHEST_EIRP_DBM = Math.max(
  ...Object.values(COUNTRY_RULES).map(({ eirpDbm }) => eirpDbm ?? 0),
)
