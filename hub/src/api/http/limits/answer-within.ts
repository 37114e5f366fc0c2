import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { Deadline } from '../../../commands/deadline.ts'
import type { CallDescription } from '../call.ts'
import { apiError } from '../errors.ts'
import type { ApiEnv } from '../request-variables.ts'

/**
 * Answers 503 when a request is not answered in time, whatever it still waits for. `deadline` has
 * expired then, so that its handler does nothing any more.
 */
export function answerWithin({
  ms,
  message,
}: NonNullable<CallDescription['within']>): MiddlewareHandler<ApiEnv> {
  return async function answerInTime(c, next) {
    // After a blocked event loop, a request and the end of its connection are read a turn apart.
    await nextTurn()
    await nextTurn()
    const deadline = new Deadline(c.var.arrivedAt, ms, () => hasHungUp(c))
    c.set('deadline', deadline)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        deadline.expire()
        reject(apiError('internal', message, { status: 503, retryAfterS: 1 }))
      }, deadline.leftMs())
    })
    try {
      await Promise.race([next(), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The client closed the connection before its answer. */
function hasHungUp(c: Context<ApiEnv>): boolean {
  const incoming = c.env?.incoming
  if (incoming === undefined) return false
  return incoming.errored !== null || incoming.socket.destroyed
}
