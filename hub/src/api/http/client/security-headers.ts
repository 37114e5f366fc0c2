import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '../request-variables.ts'

const PERMISSIONS_POLICY = [
  'accelerometer=()',
  'camera=()',
  'display-capture=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'payment=()',
  'usb=()',
].join(', ')

const HOST_ONLY = /^[\w.:[\]-]+$/

/**
 * Sets the security headers of every answer. The content policy allows the nonce of the page, and
 * WebSockets to the public URL and to the host that was asked.
 */
export function securityHeaders(publicOrigin: string | null): MiddlewareHandler<ApiEnv> {
  const atPublicUrl = publicOrigin === null ? [] : [publicOrigin.replace(/^http/, 'ws')]
  return async function setSecurityHeaders(c, next) {
    await next()
    const { headers } = c.res
    const secure = c.var.secure
    const { host } = new URL(c.req.url)
    // The client chooses the host, and a URL takes `;` in it, which would begin a new directive.
    const here = HOST_ONLY.test(host) ? [`${secure ? 'wss' : 'ws'}://${host}`] : []
    const sockets = [...new Set([...atPublicUrl, ...here])]
    headers.set('content-security-policy', contentPolicy(sockets, c.var.nonce))
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'no-referrer')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set('permissions-policy', PERMISSIONS_POLICY)
    if (secure) headers.set('strict-transport-security', 'max-age=31536000')
  }
}

function contentPolicy(sockets: readonly string[], nonce: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Safari before 15.4 does not take 'self' for WebSockets.
    [`connect-src 'self'`, ...sockets].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
