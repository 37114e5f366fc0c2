import { STATUS, type ThingMagicFrame } from './frame.ts'

/** A tag as the module reports it in a continuous reading. */
export interface TagRecord {
  epc: string
  /** dBm */
  rssi: number
  /** The port that listened. */
  antenna: number
  count: number
  /** Milliseconds from the last keep-alive to the read. */
  sinceKeepAliveMs: number
}

// Offsets in the data, which begins at the sixth byte of the frame.
const COUNT = 6
const RSSI = 7
const ANTENNA = 8
const SINCE_KEEP_ALIVE = 12
const EMBEDDED_BITS = 19
/** Of the length of the EPC, where no embedded data stand before it. */
const EPC_BITS = 22
const MIN_DATA = 0x1c
const TEMPERATURE_DATA = 0x0a
/** PC before the EPC and CRC after it. */
const AROUND_EPC = 4

/** The tag in a frame of the opcode READ; null when it has none, or its lengths do not fit into it. */
export function readTagRecord({ status, data }: ThingMagicFrame): TagRecord | null {
  if (status !== STATUS.OK || data.length < MIN_DATA) return null
  const length = EPC_BITS + Math.ceil(data.readUInt16BE(EMBEDDED_BITS) / 8)
  if (length + 2 > data.length) return null
  const epcBytes = data.readUInt16BE(length) / 8 - AROUND_EPC
  const start = length + 4
  if (!Number.isInteger(epcBytes) || epcBytes <= 0) return null
  if (start + epcBytes + 2 !== data.length) return null
  return {
    epc: data.toString('hex', start, start + epcBytes).toUpperCase(),
    rssi: data.readInt8(RSSI),
    antenna: (data[ANTENNA] ?? 0) & 0x0f,
    count: data[COUNT] ?? 0,
    sinceKeepAliveMs: data.readUInt32BE(SINCE_KEEP_ALIVE),
  }
}

/** The module's temperature in °C, which comes as a record of its own; null in any other frame. */
export function readTemperature({ status, data }: ThingMagicFrame): number | null {
  if (status !== STATUS.OK || data.length !== TEMPERATURE_DATA) return null
  return data.readInt8(TEMPERATURE_DATA - 1)
}
