import { ReadData, ReaderState } from '@vehicle-control/protocol'
import { z } from 'zod'

/** A tag as the edge took it; `reader` is the antenna's id where that has one of its own. */
export const CapturedTag = ReadData.omit({ truncated: true }).extend({
  ageMs: z.number().nonnegative().optional(),
})
export type CapturedTag = z.infer<typeof CapturedTag>

/** Milliseconds since the capture began, by a clock that no step moves. */
const t = z.number().nonnegative()

/** A line that an edge sends to a client that captures one of its readers. */
export const CaptureLine = z.union([
  z.object({ t, direction: z.enum(['in', 'out']), hex: z.string() }),
  z.object({ t, tag: CapturedTag }),
  /** The reader's state; the first line, and whenever it changes. */
  z.object({ state: ReaderState }),
  /** How many lines were left out because the client did not keep up. */
  z.object({ lost: z.number().int().positive() }),
  /** Why there is no capture. */
  z.object({ error: z.string() }),
])
export type CaptureLine = z.infer<typeof CaptureLine>

/** What a client asks for: all of a reader, or the tags of one antenna by its id. */
export const CaptureRequest = z.object({ reader: z.string().min(1).max(64) })
export type CaptureRequest = z.infer<typeof CaptureRequest>

/** The socket of an edge's captures, in its data folder. */
export const CAPTURE_SOCKET = 'capture.sock'
