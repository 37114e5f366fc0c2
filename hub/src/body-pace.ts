import type { IncomingMessage, ServerResponse } from 'node:http'
import { PHOTO_MAX_BYTES } from '@vehicle-control/protocol'

/** How long a request may take to arrive. */
export interface BodyPace {
  /** Time for a body of any length. */
  leastMs: number
  /** Adds time for the declared length, up to a photo's. */
  bytesPerS: number
}

/** The largest photo has 110 s: at 1 Mbit/s it takes 42. */
export const BODY_PACE: BodyPace = { leastMs: 30_000, bytesPerS: 64 * 1024 }

/** Milliseconds within which a body of this length is to arrive. */
export function arrivalMs(bytes: number, { leastMs, bytesPerS }: BodyPace): number {
  return leastMs + (1000 * Math.min(bytes, PHOTO_MAX_BYTES)) / bytesPerS
}

/** Ends a request that arrives too slowly, as Node itself does: 408, and the connection closes. */
export function limitArrival(
  request: IncomingMessage,
  response: ServerResponse,
  pace: BodyPace,
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
    arrivalMs(Number(length ?? 0), pace),
  )
  request.once('close', () => clearTimeout(timer))
}
