import { z } from 'zod'
import { type Band, COUNTRY_RULES, HIGHEST_EIRP_DBM, ruleOf } from './country-bands.ts'

/** The regions that a reader knows by names of its own, best first; null: it is set to any channels. */
export type RegionBands<Name extends string> = Readonly<Record<Name, Band | null>>

/** An antenna of the usual gain, as rules suppose it. */
const ANTENNA_DBI = 6
const BANDS_PATTERN =
  /^\d{3}(?:\.\d{1,3})?-\d{3}(?:\.\d{1,3})?(?:,\d{3}(?:\.\d{1,3})?-\d{3}(?:\.\d{1,3})?)*$/

/**
 * The setting `region`: a name of the reader's own, a country, or bands as its law has them
 * ("902-928"). Which band is allowed is a matter of law, and nothing that could be assumed.
 * `reaches`: the reader's own regions alone, or any channel that it is set to.
 */
export function regionField<Name extends string>(
  regions: RegionBands<Name>,
  reaches: 'own regions' | 'any channel' = 'own regions',
) {
  const names = Object.keys(regions).join(', ')
  const countries = Object.keys(COUNTRY_RULES).join(', ')
  const fault = `debe ser un país (${countries}), una banda como "902-928" o una región del lector (${names})`
  return z.string(fault).superRefine((setting, context) => {
    if (Object.hasOwn(regions, setting)) return
    const bands = bandsOf(setting)
    if (bands === null) context.addIssue(fault)
    else if (reaches === 'own regions' && regionsFor(regions, setting).length === 0) {
      context.addIssue(noRegion(regions, bands))
    }
  })
}

/** The reader's regions that a valid setting allows, best first; never empty. */
export function regionsFor<Name extends string>(
  regions: RegionBands<Name>,
  setting: string,
): Name[] {
  const names = Object.keys(regions) as Name[]
  if (Object.hasOwn(regions, setting)) return [setting as Name]
  const allowed = bandsOf(setting) ?? []
  return names.filter((name) => {
    const band = regions[name]
    return band !== null && allowed.some(([from, to]) => from <= band[0] && band[1] <= to)
  })
}

/**
 * The region that a reader which takes one is set to.
 *
 * @throws Error for a setting that allows none, which no schema takes.
 */
export function regionFor<Name extends string>(regions: RegionBands<Name>, setting: string): Name {
  const [best] = regionsFor(regions, setting)
  if (best === undefined) throw new Error(`no region of the reader is allowed by ${setting}`)
  return best
}

/** Where a reader may transmit that tells its channels; null: anywhere. */
export function bandsAllowed(
  regions: RegionBands<string>,
  setting: string,
): readonly Band[] | null {
  const own = regions[setting]
  if (own === undefined) return bandsOf(setting) ?? []
  return own === null ? null : [own]
}

/** The bands of a country, or those that are written out; null for any other text. */
function bandsOf(setting: string): readonly Band[] | null {
  const rule = ruleOf(setting)
  if (rule !== null) return rule.bands
  if (!BANDS_PATTERN.test(setting)) return null
  return setting.split(',').map((text): Band => {
    const [from = 0, to = 0] = text.split('-').map(Number)
    return [from, to]
  })
}

function noRegion(regions: RegionBands<string>, bands: readonly Band[]): string {
  const text = (band: Band) => band.join('-').replaceAll('.', ',')
  const own = Object.entries(regions).flatMap(([name, band]) => {
    return band === null ? [name] : [`${name} (${text(band)})`]
  })
  const allowed = bands.map(text).join(' y ')
  return `permite ${allowed} MHz, y este lector no se queda ahí con ninguna de sus regiones: ${own.join(', ')}`
}

/**
 * What is to be said of a power beside a country: null up to what its law allows with the usual
 * antenna, or where that is not known up to what any country does. It is no fault, since the edge
 * knows neither the antenna's gain nor what its cable takes.
 */
export function powerWarning(settings: {
  region?: string | undefined
  powerDbm?: number | undefined
}): string | null {
  const { region = '', powerDbm } = settings
  const rule = ruleOf(region)
  if (rule === null || powerDbm === undefined) return null
  const eirpDbm = rule.eirpDbm ?? HIGHEST_EIRP_DBM
  const most = Math.floor(eirpDbm - ANTENNA_DBI)
  if (powerDbm <= most) return null
  const country = region.toUpperCase()
  const beyond =
    rule.eirpDbm === null
      ? `lo más que permite algún país con una antena de ${ANTENNA_DBI} dBi (el límite de ${country} no se conoce aquí)`
      : `lo que ${country} permite con una antena de ${ANTENNA_DBI} dBi`
  return `${powerDbm} dBm pasan de ${beyond}: ${most} dBm (${Math.floor(eirpDbm)} dBm EIRP); baja powerDbm, o descuenta el cable y pon la banda en vez del país`
}
