import type { IncomingMessage } from 'node:http'

/**
 * True for a handshake from a page of this hub (its origin is the requested host, or that of the
 * public URL), and for one without an origin (from a program).
 */
export function isOwnOrigin(req: IncomingMessage, publicOrigin: string | null): boolean {
  const { origin, host } = req.headers
  if (origin === undefined) return true
  if (origin === publicOrigin) return true
  if (!URL.canParse(origin) || host === undefined) return false
  const { protocol, host: from } = new URL(origin)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  // Through URL, so that `hub:443` under https is the `hub` that the browser writes.
  const asked = `${protocol}//${host}`
  return URL.canParse(asked) && new URL(asked).host === from
}
