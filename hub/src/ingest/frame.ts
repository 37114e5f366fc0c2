import {
  EdgeFrame,
  isDeeperThan,
  isUnknownFrame,
  MAX_JSON_DEPTH,
  parseUntrusted,
  ProtocolError,
} from '@vehicle-control/protocol'
import { z } from 'zod'

const AnyHello = z.object({ type: z.literal('hello'), protocol: z.number() })

/** A hello of another protocol version, which may have any other fields. */
export interface ForeignHello {
  type: 'foreign_hello'
  protocol: number
}

/** A frame of a type that this hub does not know: a newer edge's. */
export interface UnknownFrame {
  type: 'unknown_frame'
}

/** What an edge may send. */
export type ReadFrame = EdgeFrame | ForeignHello | UnknownFrame

/** When a frame arrived, and its size. */
export interface Arrival {
  /** By the wall clock; `arrived` is by performance.now(). */
  receivedAt: number
  arrived: number
  bytes: number
}

/**
 * Parses and checks a frame of an edge.
 *
 * @param isSpoken true for a version of the protocol that this hub speaks
 * @throws ProtocolError for anything that is not a frame
 */
export function readFrame(text: string, isSpoken: (protocol: number) => boolean): ReadFrame {
  if (isDeeperThan(text, MAX_JSON_DEPTH)) throw new ProtocolError('nested too deep')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new ProtocolError('not JSON', { cause: error })
  }
  const hello = parseUntrusted(AnyHello, json)
  if (hello.success && !isSpoken(hello.data.protocol)) {
    return { type: 'foreign_hello', protocol: hello.data.protocol }
  }
  if (isUnknownFrame(EdgeFrame, json)) return { type: 'unknown_frame' }
  const frame = parseUntrusted(EdgeFrame, json)
  if (!frame.success) throw new ProtocolError(frame.error.issues[0]?.message ?? 'not a frame')
  return frame.data
}
