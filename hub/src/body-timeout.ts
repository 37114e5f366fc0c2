import type { IncomingMessage, ServerResponse } from 'node:http'
import { PLAN_MAX_BYTES } from '@vehicle-control/protocol/site-plan'

/** How long a request may take to arrive. */
export interface BodyTimeout {
  /** Time for a body of any length. */
  minMs: number
  /** Adds time for the declared length, up to a plan's. */
  bytesPerS: number
}

/** The largest photo has 110 s, the largest plan of a site 190: at 1 Mbit/s they take 42 and 84. */
export const BODY_TIMEOUT: BodyTimeout = { minMs: 30_000, bytesPerS: 64 * 1024 }

/** Milliseconds within which a body of this length is to arrive. */
export function bodyTimeoutMs(bytes: number, { minMs, bytesPerS }: BodyTimeout): number {
  return minMs + (1000 * Math.min(bytes, PLAN_MAX_BYTES)) / bytesPerS
}

/** Ends a request that arrives too slowly, as Node itself does: 408, and the connection closes. */
export function enforceBodyTimeout(
  request: IncomingMessage,
  response: ServerResponse,
  timeout: BodyTimeout,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return
  const timer = setTimeout(
    () => {
      if (request.complete) return
      const { socket } = request
      if (!response.headersSent)
        socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
      socket.destroySoon()
    },
    bodyTimeoutMs(Number(length ?? 0), timeout),
  )
  request.once('close', () => clearTimeout(timer))
}
