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
const FORM = 'write it as https://tiles.example/{z}/{x}/{y}.png, or set it to off'

/** `off`, or a URL of tiles. A fault is reported without any of the value: it may hold a key. */
const Template = z.string().superRefine((text, context) => {
  const message = templateFault(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

function templateFault(text: string): string | null {
  if (text === 'off') return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) return `is not an http(s) URL; ${FORM}`
  if (url.username !== '' || url.password !== '') {
    return 'has a user or a password; give a server that is asked without, or with a key in its URL'
  }
  const parts = (text.match(/\{[^}]*\}/g) ?? []).toSorted().join(' ')
  if (parts !== '{x} {y} {z}')
    return `has not {z}, {x} and {y} once each, and nothing else; ${FORM}`
  return /\{/.test(url.host) ? `has one of them in the name of its server; ${FORM}` : null
}

/** The variables of tiles; `readTileSources` combines them. */
export const TileVariables = {
  HUB_TILES_MBTILES: z.string().optional(),
  HUB_TILES_UPSTREAM: Template.optional(),
  HUB_TILES_ATTRIBUTION: z.string().max(500, 'is longer than 500 characters').optional(),
  // Goes into a comment of a header: one word of ASCII without parentheses.
  HUB_CONTACT: z
    .string()
    .max(200, 'is longer than 200 characters; give a shorter one')
    .regex(
      /^(https?:\/\/[!-'*-~]+|[!-'*-?A-~]+@[!-'*-?A-~]+)$/,
      'is neither a mail address nor a web page; write it as it@site.example',
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
      'HUB_CONTACT is not set, and the servers of openstreetmap.org want to know whom to write to; set it to a mail address, or set HUB_TILES_UPSTREAM=off',
    )
  }
  return { ...ours, upstream: null, needsContact: true }
}

/** True for a URL of one of OpenStreetMap's own servers. */
export function isOpenStreetMap(template: string): boolean {
  return /^https?:\/\/([^/]+\.)?openstreetmap\.org(:\d+)?\//i.test(template)
}
