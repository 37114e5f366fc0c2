import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from './request-variables.ts'

/** What is longer is cut off: nobody sends it by mistake. */
const READ_MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads a body that no handler wanted to its end before the answer is sent. A browser looks for the
 * answer only when it has sent everything; were the connection closed before, it would show a
 * network error in place of «La foto supera 5 MB».
 */
export function readUnwantedBody(): MiddlewareHandler<ApiEnv> {
  return async function readToItsEnd({ req }, next) {
    await next()
    const length = Number(req.header('content-length') ?? 0)
    if (length === 0 || length > READ_MAX_BYTES || req.raw.bodyUsed) return
    const { body } = req.raw
    if (!body || body.locked) return
    const reader = body.getReader()
    try {
      while (!(await reader.read()).done);
    } catch {
      // The client went away, or took longer than the server lets anybody take.
    }
  }
}
