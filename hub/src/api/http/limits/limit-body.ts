import type { MiddlewareHandler } from 'hono'
import { apiError } from '../errors.ts'
import type { ApiEnv } from '../request-variables.ts'
import { READ_MAX_BYTES } from './unread-body.ts'

/**
 * Refuses bodies of more than `maxBytes` with 413 and `message`. One without a declared length
 * is read to its end first: its sender reads the answer only then.
 */
export function limitBody(maxBytes: number, message: string): MiddlewareHandler<ApiEnv> {
  return async function refuseLongBody(c, next) {
    const { body, headers } = c.req.raw
    if (!body) return next()
    const length = headers.get('content-length')
    if (length !== null && !headers.has('transfer-encoding')) {
      if (Number(length) > maxBytes) throw apiError('too_large', message)
      return next()
    }
    const parts: Uint8Array[] = []
    let bytes = 0
    const reader = body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || bytes > READ_MAX_BYTES) break
      bytes += value.length
      if (bytes <= maxBytes) parts.push(value)
    }
    if (bytes > maxBytes) throw apiError('too_large', message)
    const { method } = c.req
    c.req.raw = new Request(c.req.raw, { method, body: Buffer.concat(parts) })
    return next()
  }
}
