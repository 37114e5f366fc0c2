import { reflectedCrc16 } from '../device/crc16.ts'
import type { DriverTag } from '../device/device-driver.ts'
import type { FrameShape } from '../device/resync-framer.ts'

const HEADER = 0xcf
/** Header, address, command and length before the data; two bytes of CRC behind it. */
const DATA_AT = 5
const AROUND_DATA = 7
/** Of all answers but tags; the longest holds the parameters. */
const OTHER_DATA_MAX = 32

/** The commands that the driver sends, by field notes of an Ethernet reader of the line. */
export const CF = {
  INVENTORY: 0x0001,
  STOP: 0x0002,
  SET_POWER: 0x0053,
  SET_PARAMETERS: 0x0071,
  GET_PARAMETERS: 0x0072,
} as const

/** The first byte of an answer's data. */
export const CF_STATUS = { OK: 0x00, PARAMETER: 0x01, ROUND_OVER: 0x12 } as const

/** Any reader on the line answers to it. */
export const BROADCAST = 0xff

/** `CF ADR CMD(2) LEN DATA CRC(2)`, both ways; the data of an answer begins with its status. */
export interface CfFrame {
  address: number
  command: number
  data: Buffer
}

const COMMANDS: ReadonlySet<number> = new Set(Object.values(CF))

/** Nothing is quoted, and CF occurs in tags: only the CRC tells a frame. It comes high byte first. */
export const CF_SHAPE: FrameShape<CfFrame> = {
  maxBytes: 255 + AROUND_DATA,
  measure(bytes, from, to) {
    if (bytes[from] !== HEADER) return -1
    if (to - from < DATA_AT) return 0
    const command = bytes.readUInt16BE(from + 2)
    const length = bytes[from + 4] ?? 0
    if (!COMMANDS.has(command)) return -1
    if (command !== CF.INVENTORY && length > OTHER_DATA_MAX) return -1
    const end = from + length + AROUND_DATA
    if (end > to) return 0
    return reflectedCrc16(bytes, from, end - 2) === bytes.readUInt16BE(end - 2) ? end - from : -1
  },
  decode: (bytes) => ({
    address: bytes[1] ?? 0,
    command: bytes.readUInt16BE(2),
    data: Buffer.from(bytes.subarray(DATA_AT, -2)),
  }),
}

/** The bytes of a frame. */
export function cfFrame(address: number, command: number, data: readonly number[] = []): Buffer {
  const frame = Buffer.from([
    HEADER,
    address,
    command >> 8,
    command & 0xff,
    data.length,
    ...data,
    0,
    0,
  ])
  frame.writeUInt16BE(reflectedCrc16(frame, 0, frame.length - 2), frame.length - 2)
  return frame
}

// Offsets in the data of a tag.
const RSSI = 1
const ANTENNA = 3
const CHANNEL = 4
const EPC_LENGTH = 5
const EPC = 6

/**
 * What an answer to the inventory brings: a tag, nothing, or what is no tag. That is a length that
 * does not fit, and a barcode, which a hand reader of the line sends in the same frame with RSSI,
 * antenna and channel 0: whoever has a photograph of a barcode has the barcode.
 */
export function cfTag({ data }: CfFrame): DriverTag | 'nothing' | 'no tag' {
  if (data[0] !== CF_STATUS.OK || data.length === 1) return 'nothing'
  const end = EPC + (data[EPC_LENGTH] ?? 0)
  if (end === EPC || end !== data.length) return 'no tag'
  const deciDbm = data.readInt16BE(RSSI)
  const antenna = data[ANTENNA] ?? 0
  if (deciDbm === 0 && antenna === 0 && data[CHANNEL] === 0) return 'no tag'
  // Nothing is received with more than a milliwatt.
  const rssi = deciDbm > 0 ? undefined : deciDbm / 10
  return { uid: data.toString('hex', EPC).toUpperCase(), antenna, rssi }
}
