/** Numbers of the parameters that are sent or understood, by LLRP 1.0.1 of EPCglobal, section 16. */
export const Parameter = {
  utcTimestamp: 128,
  uptime: 129,
  rospec: 177,
  roBoundarySpec: 178,
  rospecStartTrigger: 179,
  periodicTrigger: 180,
  rospecStopTrigger: 182,
  aiSpec: 183,
  aiSpecStopTrigger: 184,
  inventoryParameterSpec: 186,
  keepaliveSpec: 220,
  antennaProperties: 221,
  antennaConfiguration: 222,
  rfTransmitter: 224,
  eventsAndReports: 226,
  roReportSpec: 237,
  tagReportContentSelector: 238,
  tagReportData: 240,
  epcData: 241,
  eventNotificationSpec: 244,
  eventNotificationState: 245,
  eventNotificationData: 246,
  rospecEvent: 249,
  bufferLevelWarning: 250,
  bufferOverflow: 251,
  readerException: 252,
  antennaEvent: 255,
  connectionAttempt: 256,
  connectionClose: 257,
  llrpStatus: 287,
  c1g2InventoryCommand: 330,
  c1g2SingulationControl: 336,
} as const

/** Numbers of the parameters without a length, and the lengths of their values. */
export const TvParameter = {
  antennaId: 1,
  lastSeenUtc: 4,
  lastSeenUptime: 5,
  peakRssi: 6,
  tagSeenCount: 8,
  epc96: 13,
} as const
/** By number, from 1 on; more are not defined. */
const TV_BYTES = [0, 2, 8, 8, 8, 8, 1, 2, 2, 4, 2, 2, 2, 12, 2, 2, 4, 2, 4, 2, 2]

/** Gets a parameter's number and where its value lies. */
export type ParameterVisitor = (type: number, bytes: Buffer, from: number, to: number) => void

/**
 * Visits the parameters that fill these bytes one by one, custom and unknown ones too. Answers false
 * where one says that it ends beyond them, or before it begins. What follows a parameter without a
 * length whose number is not known cannot be found and is passed over. Hot path.
 */
export function visitParameters(
  bytes: Buffer,
  from: number,
  to: number,
  visit: ParameterVisitor,
): boolean {
  let at = from
  while (at < to) {
    const first = bytes[at] ?? 0
    if (first >= 0x80) {
      const length = TV_BYTES[first & 0x7f] ?? 0
      if (length === 0) return true
      if (at + 1 + length > to) return false
      visit(first & 0x7f, bytes, at + 1, at + 1 + length)
      at += 1 + length
    } else {
      if (at + 4 > to) return false
      const length = bytes.readUInt16BE(at + 2)
      if (length < 4 || at + length > to) return false
      visit(bytes.readUInt16BE(at) & 0x3ff, bytes, at + 4, at + length)
      at += length
    }
  }
  return true
}

/** The bytes of a parameter with a length. */
export function tlv(type: number, ...value: readonly Uint8Array[]): Buffer {
  const length = value.reduce((sum, part) => sum + part.length, 4)
  return Buffer.concat([u16(type, length), ...value])
}

export const u8 = (...values: number[]) => Buffer.from(values)

export function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2)
  return bytes
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4)
  return bytes
}

/** A time of the wire, microseconds, in milliseconds with their fraction. */
export function readMicroseconds(bytes: Buffer, at: number): number {
  return (bytes.readUInt32BE(at) * 0x1_0000_0000 + bytes.readUInt32BE(at + 4)) / 1000
}
