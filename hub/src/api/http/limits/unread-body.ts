import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '../request-variables.ts'

/** A longer body is cut off: nobody sends one by mistake. */
export const READ_MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads a body that no handler read to its end before the answer is sent. A browser reads the
 * answer only when it has sent everything; were the connection closed before, it would show a
 * network error in place of «La foto supera 5 MB». Where part of a body stays unread, the answer
 * closes the connection: that part would be taken for the next request.
 */
export function drainUnreadBody(): MiddlewareHandler<ApiEnv> {
  return async function readToItsEnd(c, next) {
    await next()
    const length = Number(c.req.header('content-length') ?? 0)
    const isChunked = c.req.header('transfer-encoding') !== undefined
    if (length === 0 && !isChunked) return
    if (!isChunked && length <= READ_MAX_BYTES) await readAll(c.req.raw)
    if (c.env?.incoming?.complete === false) c.res.headers.set('connection', 'close')
  }
}

async function readAll({ body, bodyUsed }: Request): Promise<void> {
  if (!body || bodyUsed || body.locked) return
  const reader = body.getReader()
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client went away, or took longer than the server lets anybody take.
  }
}
