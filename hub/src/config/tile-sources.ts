import { ConfigError } from '@vehicle-control/protocol'
import { z } from 'zod'

/** Where the map's tiles come from. */
export interface TileSources {
  /** An MBTiles file, which is asked first. */
  mbtiles: string | null
  /** A tile server; null: none is asked. */
  upstream: TileServer | null
  /** The public server is not asked only because nobody could be reached about it. */
  needsContact: boolean
  /** Whom the map thanks, in a provider's own HTML; null: whom the file names, and OpenStreetMap. */
  attribution: string | null
}

/** A tile server as the configuration names it. */
export interface TileServer {
  /** `https://…` with {z}, {x} and {y}; may hold a key. */
  template: string
  /** Mail address or web page of whoever runs this hub, as servers want to be told. */
  contact: string | null
}

const PUBLIC_SERVER = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
const FORM = 'write it as https://tiles.example/{z}/{x}/{y}.png, or set it to off'

/** `off`, or the address of tiles. A fault is reported without any of it: it may hold a key. */
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

/** The variables of tiles; `readTileSources` makes sense of them together. */
export const TileVariables = {
  HUB_TILES_MBTILES: z.string().optional(),
  HUB_TILES_UPSTREAM: Template.optional(),
  HUB_TILES_ATTRIBUTION: z.string().max(500, 'is longer than 500 characters').optional(),
  // What goes into a header: one word of ASCII, in which nothing ends the comment that it stands in.
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
  /** Only this machine's browser can ask this hub. */
  isDemo: boolean
}

/** @throws ConfigError that names the variable, its fault and the fix */
export function readTileSources({ variables: v, isDemo }: TileSourcesOptions): TileSources {
  const mbtiles = v.HUB_TILES_MBTILES ?? null
  const contact = v.HUB_CONTACT ?? null
  const ours = { mbtiles, attribution: v.HUB_TILES_ATTRIBUTION ?? null }
  const given = v.HUB_TILES_UPSTREAM
  // A file is what a site has that wants to ask nobody.
  const template = given ?? (mbtiles === null ? PUBLIC_SERVER : 'off')
  if (template === 'off') return { ...ours, upstream: null, needsContact: false }
  // The policy of OpenStreetMap's servers lets an application show their tiles, and a proxy such as
  // a hub only when its User-Agent says whom to write to. A demo is one person's application.
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

/** A server of OpenStreetMap itself. */
export function isOpenStreetMap(template: string): boolean {
  return /^https?:\/\/([^/]+\.)?openstreetmap\.org(:\d+)?\//i.test(template)
}
