import { Parameter, readMicroseconds, visitParameters } from './parameters.ts'

/** What a READER_EVENT_NOTIFICATION says. */
export interface ReaderEvent {
  /** The reader's clock as it wrote this, milliseconds; readers without one count from their start. */
  utcMs?: number
  uptimeMs?: number
  /** The answer to the connection itself, in `CONNECTION_REFUSALS`; 0 is success. */
  connection?: number
  /** It closes the connection. */
  isClosing?: boolean
  /** The id of a ROSpec that has ended. */
  endedRospec?: number
  antennas: AntennaState[]
  /** It has thrown reports away. */
  isOverflown?: boolean
  /** Its buffer of reports, % full. */
  bufferPercent?: number
  /** A fault of its own, in its own words. */
  exception?: string
}

export interface AntennaState {
  id: number
  isConnected: boolean
}

/** Why a reader does not take a connection. */
export const CONNECTION_REFUSALS: Readonly<Record<number, string>> = {
  1: 'it has connected to another client itself',
  2: 'another client is connected to it',
  3: 'it takes no connection now',
}

const ROSPEC_END = 1
const TEXT_MAX = 200

/** What a READER_EVENT_NOTIFICATION says; nothing where it is cut off. */
export function readReaderEvent(body: Buffer): ReaderEvent {
  const event: ReaderEvent = { antennas: [] }
  visitParameters(body, 0, body.length, (type, bytes, from, to) => {
    if (type === Parameter.eventNotificationData) readNotification(bytes, from, to, event)
  })
  return event
}

function readNotification(body: Buffer, start: number, end: number, event: ReaderEvent): void {
  visitParameters(body, start, end, (type, bytes, from, to) => {
    const length = to - from
    if (type === Parameter.utcTimestamp && length >= 8) event.utcMs = readMicroseconds(bytes, from)
    else if (type === Parameter.uptime && length >= 8)
      event.uptimeMs = readMicroseconds(bytes, from)
    else if (type === Parameter.connectionAttempt && length >= 2) {
      event.connection = bytes.readUInt16BE(from)
    } else if (type === Parameter.connectionClose) event.isClosing = true
    else if (type === Parameter.rospecEvent && length >= 5) {
      if (bytes[from] === ROSPEC_END) event.endedRospec = bytes.readUInt32BE(from + 1)
    } else if (type === Parameter.antennaEvent && length >= 3) {
      event.antennas.push({ id: bytes.readUInt16BE(from + 1), isConnected: bytes[from] === 1 })
    } else if (type === Parameter.bufferOverflow) event.isOverflown = true
    else if (type === Parameter.bufferLevelWarning && length >= 1) event.bufferPercent = bytes[from]
    else if (type === Parameter.readerException && length >= 2) {
      const textEnd = Math.min(to, from + 2 + bytes.readUInt16BE(from))
      event.exception = bytes.toString('utf8', from + 2, textEnd).slice(0, TEXT_MAX)
    }
  })
}

/** The antennas that a GET_READER_CONFIG_RESPONSE lists. */
export function readAntennaProperties(body: Buffer): AntennaState[] {
  const antennas: AntennaState[] = []
  visitParameters(body, 0, body.length, (type, bytes, from, to) => {
    if (type !== Parameter.antennaProperties || to - from < 3) return
    const isConnected = ((bytes[from] ?? 0) & 0x80) !== 0
    antennas.push({ id: bytes.readUInt16BE(from + 1), isConnected })
  })
  return antennas
}
