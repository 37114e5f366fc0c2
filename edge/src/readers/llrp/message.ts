/** An LLRP message: its type, the id that pairs a request with its response, and its parameters. */
export interface LlrpMessage {
  type: number
  id: number
  body: Buffer
}

/** Bytes of a message before its body: version and type, length, id. */
export const HEADER_BYTES = 10
/** No reader sends longer ones; a corrupt length must not hold more memory. */
export const MAX_MESSAGE_BYTES = 1 << 20
/** LLRP 1.0.1, which every reader speaks. */
const VERSION = 1

/** Numbers of the messages that are sent or understood. */
export const MessageType = {
  getReaderConfig: 2,
  setReaderConfig: 3,
  closeConnection: 14,
  addRospec: 20,
  deleteRospec: 21,
  startRospec: 22,
  enableRospec: 24,
  roAccessReport: 61,
  keepalive: 62,
  readerEventNotification: 63,
  enableEventsAndReports: 64,
  keepaliveAck: 72,
  error: 100,
} as const

/** The response to a request has a number of its own. */
export const RESPONSE_OF: Readonly<Record<number, number>> = {
  [MessageType.getReaderConfig]: 12,
  [MessageType.setReaderConfig]: 13,
  [MessageType.closeConnection]: 4,
  [MessageType.addRospec]: 30,
  [MessageType.deleteRospec]: 31,
  [MessageType.startRospec]: 32,
  [MessageType.enableRospec]: 34,
}

/** The bytes of a message with these parameters. */
export function encodeMessage(type: number, id: number, ...body: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE((VERSION << 10) | type, 0)
  header.writeUInt32BE(
    body.reduce((sum, part) => sum + part.length, HEADER_BYTES),
    2,
  )
  header.writeUInt32BE(id, 6)
  return Buffer.concat([header, ...body])
}

/**
 * What is wrong with a header, or null. The stream has no other marks: behind a length that cannot
 * be, nothing can be found again.
 */
export function headerFault(header: Buffer): string | null {
  const version = (header[0] ?? 0) >> 2
  // Three reserved bits, which are 0, and the version in the next three.
  if (version !== VERSION && version !== 2) return `LLRP version ${version & 7} is not spoken here`
  const length = header.readUInt32BE(2)
  if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) return `a message of ${length} bytes`
  return null
}
