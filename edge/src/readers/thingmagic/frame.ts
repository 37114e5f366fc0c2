import type { FrameShape } from '../device/resync-framer.ts'
import { unpaddedCrc16 } from '../device/crc16.ts'

const HEADER = 0xff
/** Header, length, opcode, two bytes each of status and CRC. */
const AROUND_DATA = 7

/** As SparkFun's library for the M6E Nano has them (`SparkFun_UHF_RFID_Reader.cpp`). */
export const OPCODE = {
  VERSION: 0x03,
  /** Tags, keep-alives and faults of a continuous reading. */
  READ: 0x22,
  MULTI_PROTOCOL: 0x2f,
  SET_ANTENNA: 0x91,
  SET_READ_POWER: 0x92,
  SET_PROTOCOL: 0x93,
  SET_REGION: 0x97,
  SET_OPTION: 0x9a,
} as const

/** Of the frames of a reading; every other one is a fault. */
export const STATUS = {
  OK: 0x0000,
  KEEP_ALIVE: 0x0400,
  TOO_HOT: 0x0504,
  RETURN_LOSS: 0x0505,
} as const

/** A frame from the module: `FF LEN OP STATUS(2) DATA[LEN] CRC(2)`. */
export interface ThingMagicFrame {
  opcode: number
  status: number
  data: Buffer
}

const ANSWERS: ReadonlySet<number> = new Set(Object.values(OPCODE))

/** An idle or broken line reads as FF FF …: checking the opcode rules out a long frame at once. */
export const THINGMAGIC_SHAPE: FrameShape<ThingMagicFrame> = {
  maxBytes: 255 + AROUND_DATA,
  measure(bytes, from, to) {
    if (bytes[from] !== HEADER) return -1
    if (to - from < 3) return 0
    if (!ANSWERS.has(bytes[from + 2] ?? -1)) return -1
    const size = (bytes[from + 1] ?? 0) + AROUND_DATA
    const end = from + size
    if (end > to) return 0
    return unpaddedCrc16(bytes, from + 1, end - 2) === bytes.readUInt16BE(end - 2) ? size : -1
  },
  decode: (bytes) => ({
    opcode: bytes[2] ?? 0,
    status: bytes.readUInt16BE(3),
    data: Buffer.from(bytes.subarray(5, -2)),
  }),
}

/** A command to the module: `FF LEN OP DATA[LEN] CRC(2)`. */
export function thingMagicCommand(opcode: number, data: readonly number[] = []): Buffer {
  return withCrc([HEADER, data.length, opcode, ...data])
}

/** The bytes of a frame from the module. */
export function thingMagicAnswer({ opcode, status, data }: ThingMagicFrame): Buffer {
  return withCrc([HEADER, data.length, opcode, status >> 8, status & 0xff, ...data])
}

function withCrc(bytes: readonly number[]): Buffer {
  const frame = Buffer.from([...bytes, 0, 0])
  frame.writeUInt16BE(unpaddedCrc16(frame, 1, frame.length - 2), frame.length - 2)
  return frame
}
