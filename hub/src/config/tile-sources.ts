import { ConfigError } from '@vehicle-control/protocol'
import { z } from 'zod'

/** Where the map's tiles come from. */
export interface TileSources {
  /** An MBTiles file, which is asked first. */
  mbtiles: string | null
  /** A tile server; null: none is asked. */
  upstream: TileServer | null
  /** True: the public server would be used if a contact were set. */
  needsContact: boolean
  /** The map's attribution, as HTML of the provider; null: that of the file, and OpenStreetMap. */
  attribution: string | null
}

/** A tile server as the configuration names it. */
export interface TileServer {
  /** `https://…` with {z}, {x} and {y}; may hold a key. */
  template: string
  /** Mail address or web page of whoever runs this hub, which tile servers ask for. */
  contact: string | null
}

const PUBLIC_SERVER = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
const FORM = 'escríbala como https://tiles.example/{z}/{x}/{y}.png, o ponga off'

/** `off`, or a URL of tiles. A fault is reported without any of the value: it may hold a key. */
const Template = z.string().superRefine((text, context) => {
  const message = templateFault(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

function templateFault(text: string): string | null {
  if (text === 'off') return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) return `no es una URL http(s); ${FORM}`
  if (url.username !== '' || url.password !== '') {
    return 'lleva usuario o clave; ponga un servidor que no los pida, o que tenga la clave en su URL'
  }
  const parts = (text.match(/\{[^}]*\}/g) ?? []).toSorted().join(' ')
  if (parts !== '{x} {y} {z}')
    return `no lleva {z}, {x} y {y} una vez cada uno, y nada más; ${FORM}`
  return /\{/.test(url.host) ? `lleva uno de ellos en el nombre del servidor; ${FORM}` : null
}

/** The variables of tiles; `readTileSources` combines them. */
export const TileVariables = {
  HUB_TILES_MBTILES: z.string().optional(),
  HUB_TILES_UPSTREAM: Template.optional(),
  HUB_TILES_ATTRIBUTION: z.string().max(500, 'tiene más de 500 caracteres').optional(),
  // Goes into a comment of a header: one word of ASCII without parentheses.
  HUB_CONTACT: z
    .string()
    .max(200, 'tiene más de 200 caracteres; ponga uno más corto')
    .regex(
      /^(https?:\/\/[!-'*-~]+|[!-'*-?A-~]+@[!-'*-?A-~]+)$/,
      'no es un correo ni una página web; escríbalo como it@site.example',
    )
    .optional(),
}

interface TileSourcesOptions {
  variables: z.infer<z.ZodObject<typeof TileVariables>>
  /** The hub serves browsers of this machine only. */
  isDemo: boolean
}

/**
 * Decides from the variables where tiles come from.
 *
 * @throws ConfigError that names the variable, its fault and the fix
 */
export function readTileSources({ variables: v, isDemo }: TileSourcesOptions): TileSources {
  const mbtiles = v.HUB_TILES_MBTILES ?? null
  const contact = v.HUB_CONTACT ?? null
  const ours = { mbtiles, attribution: v.HUB_TILES_ATTRIBUTION ?? null }
  const given = v.HUB_TILES_UPSTREAM
  // A site with a file wants no other server, unless it names one.
  const template = given ?? (mbtiles === null ? PUBLIC_SERVER : 'off')
  if (template === 'off') return { ...ours, upstream: null, needsContact: false }
  // OpenStreetMap's servers allow an application to show their tiles, but a proxy such as a hub
  // only when its User-Agent has a contact. A demo counts as one person's application.
  if (contact !== null || isDemo || !isOpenStreetMap(template)) {
    return { ...ours, upstream: { template, contact }, needsContact: false }
  }
  if (given !== undefined) {
    throw new ConfigError(
      'HUB_CONTACT falta, y los servidores de openstreetmap.org quieren saber a quién escribir; ponga un correo, o HUB_TILES_UPSTREAM=off',
    )
  }
  return { ...ours, upstream: null, needsContact: true }
}

/** True for a URL of one of OpenStreetMap's own servers. */
export function isOpenStreetMap(template: string): boolean {
  return /^https?:\/\/([^/]+\.)?openstreetmap\.org(:\d+)?\//i.test(template)
}
