import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from './request-variables.ts'
import { apiError } from './errors.ts'

/** Spellings that may pass here as one path, and be read as another one later. */
const AMBIGUOUS = /\/\/|\\|\0|%2f|%5c|%00/i

/** Refuses ambiguous paths before anything looks at them. */
export function pathGuard(): MiddlewareHandler<ApiEnv> {
  return async function guardPath(c, next) {
    const raw = c.env?.incoming?.url ?? c.req.raw.url.replace(/^https?:\/\/[^/]*/, '')
    const [path = ''] = raw.split(/[?#]/, 1)
    if (AMBIGUOUS.test(path)) throw apiError('invalid_input', 'La ruta no es válida')
    await next()
  }
}
