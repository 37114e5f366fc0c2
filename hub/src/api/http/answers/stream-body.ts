import type { Logger } from 'pino'

/**
 * A body that is made as its client takes it, and no faster. By then the answer has begun: an error can
 * only break it off, and nobody else would log it.
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
