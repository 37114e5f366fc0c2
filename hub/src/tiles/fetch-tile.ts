import { freshUntil } from './freshness.ts'
import type { BlockedPictures } from './blocked-pictures.ts'
import { pictureType } from './picture-type.ts'
import type { TileAddress } from './tile-address.ts'
import { UpstreamFault, UpstreamRefusal } from './upstream-error.ts'

/** Tiles are some tens of kB; whatever is longer is something else. */
export const TILE_MAX_BYTES = 512 * 1024
const REDIRECTS_MAX = 3
/**
 * Node's fetch has no cache, but by default it adds «no-cache» to a conditional request, which tile
 * servers forbid.
 */
const WITHOUT_NO_CACHE: object = { cache: 'force-cache' }

/** What a tile server said of a tile. */
export type UpstreamAnswer =
  | {
      kind: 'tile'
      /** Null: the server has no tile there. */
      content: Uint8Array | null
      etag: string | null
      lastModified: string | null
      /** Milliseconds since 1970; null: it must not be cached. */
      freshUntil: number | null
    }
  | { kind: 'unchanged'; freshUntil: number | null }

export interface FetchTileOptions {
  url: URL
  address: TileAddress
  /** User-Agent, and other headers of every request. */
  headers: Record<string, string>
  /** Validators of the cached tile; null: none is cached. */
  known: { etag: string | null; lastModified: string | null } | null
  blocked: BlockedPictures
  signal: AbortSignal
  now: () => number
}

/**
 * Asks a tile server.
 *
 * @throws UpstreamRefusal, UpstreamFault, or what `fetch` throws when there is no answer
 */
export async function fetchTile(options: FetchTileOptions): Promise<UpstreamAnswer> {
  const { address, known, blocked, now } = options
  const response = await follow(options)
  const { status, headers } = response
  if (status === 304 && known) return { kind: 'unchanged', freshUntil: freshUntil(headers, now()) }
  if (status === 200) {
    const content = await bodyOf(response)
    if (content.length > 0 && pictureType(content) === null) {
      throw new UpstreamFault(
        `it answers ${headers.get('content-type') ?? 'something'}, no picture`,
      )
    }
    const mistaken = blocked.look(address, headers, content)
    if (mistaken) throw new UpstreamRefusal('it answers «Access blocked»', { mistaken })
    const etag = headers.get('etag')
    const kept = { etag, lastModified: headers.get('last-modified') }
    const picture = content.length === 0 ? null : content
    return { kind: 'tile', content: picture, ...kept, freshUntil: freshUntil(headers, now()) }
  }
  await response.body?.cancel()
  if (status === 204 || status === 404 || status === 410) {
    const fresh = freshUntil(headers, now())
    return { kind: 'tile', content: null, etag: null, lastModified: null, freshUntil: fresh }
  }
  if (status === 401 || status === 403 || status === 429 || status === 451) {
    const retryAfterMs = retryAfter(headers, now())
    throw new UpstreamRefusal(`it answers ${status}`, { retryAfterMs })
  }
  throw new UpstreamFault(`it answers ${status}`)
}

/** Follows redirects within the server that was configured: another one could be any machine in reach. */
async function follow(options: FetchTileOptions): Promise<Response> {
  const { known, signal } = options
  const headers = new Headers({ accept: 'image/webp,image/png,image/jpeg', ...options.headers })
  if (known?.etag) headers.set('if-none-match', known.etag)
  if (known?.lastModified) headers.set('if-modified-since', known.lastModified)
  let { url } = options
  for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
    const response = await fetch(url, { ...WITHOUT_NO_CACHE, headers, signal, redirect: 'manual' })
    const location = response.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response
    await response.body?.cancel()
    const next = URL.canParse(location, url.href) ? new URL(location, url) : null
    if (!next || !isSameHost(url, next)) throw new UpstreamFault('it redirects to another server')
    url = next
  }
  throw new UpstreamFault('it redirects without end')
}

function isSameHost(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && to.port === ''
  return to.hostname === from.hostname && (to.origin === from.origin || isUpgrade)
}

async function bodyOf(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    // Leaving the loop ends the transfer.
    if (length > TILE_MAX_BYTES) throw new UpstreamFault(`it answers over ${TILE_MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts, length)
}

function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after') ?? ''
  if (/^\d{1,7}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
