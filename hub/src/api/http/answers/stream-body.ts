import type { Logger } from 'pino'

/**
 * A body that is produced no faster than its client reads it. As the answer has begun by then, an
 * error can only break it off; it is logged here, since nobody else would.
 */
export function streamBody(
  parts: AsyncIterable<string>,
  log: Logger,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(encoded(parts, log))
}

async function* encoded(parts: AsyncIterable<string>, log: Logger) {
  const encoder = new TextEncoder()
  try {
    for await (const part of parts) yield encoder.encode(part)
  } catch (error) {
    log.error({ err: error }, 'a list broke off')
    throw error
  }
}

const SLICE_BYTES = 64 * 1024

/**
 * A body of bytes that other answers have as well: it copies none of them, and a client that reads
 * slowly, or not at all, holds no more than a slice.
 */
export function sliceBody(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent < bytes.length) controller.enqueue(bytes.subarray(sent, (sent += SLICE_BYTES)))
      if (sent >= bytes.length) controller.close()
    },
  })
}
