import type { FrameShape } from '../device/resync-framer.ts'
import { reflectedCrc16 } from '../device/crc16.ts'

/** The commands that the driver sends, and EE, under which tags come unasked. */
export const CHAFON = {
  REFUSED: 0x00,
  INVENTORY: 0x01,
  SINGLE_INVENTORY: 0x0f,
  READER_INFO: 0x21,
  SET_POWER: 0x2f,
  GET_WORK_MODE: 0x36,
  REAL_TIME: 0x76,
  UNASKED: 0xee,
} as const

/** By the manuals of the UHFReader09 and of the UHFEx10 (2.20). */
export const CHAFON_STATUS = {
  OK: 0x00,
  DONE: 0x01,
  TIMEOUT: 0x02,
  MORE: 0x03,
  MEMORY_FULL: 0x04,
  HEARTBEAT: 0x28,
  ANTENNA: 0xf8,
  NO_TAG: 0xfb,
  ILLEGAL: 0xfe,
  PARAMETER: 0xff,
} as const

/** Any reader on the line answers to it. */
export const BROADCAST = 0xff

/** An answer: `LEN ADR reCMD STATUS DATA CRC`. */
export interface ChafonFrame {
  address: number
  command: number
  status: number
  data: Buffer
}

const ANSWERS: ReadonlySet<number> = new Set(Object.values(CHAFON))
const MIN_LENGTH = 5
/** Answers whose length depends on their tags; the longest of the others holds the work mode. */
const WITH_TAGS: ReadonlySet<number> = new Set([
  CHAFON.INVENTORY,
  CHAFON.SINGLE_INVENTORY,
  CHAFON.UNASKED,
])
const MAX_OTHER_LENGTH = 32

/**
 * There is no byte that begins a frame: only the CRC marks one. Answers to commands that are never
 * sent from here, and lengths that theirs do not have, are noise: few bytes of it are waited for.
 */
export const CHAFON_SHAPE: FrameShape<ChafonFrame> = {
  maxBytes: 256,
  measure(bytes, from, to) {
    const length = bytes[from] ?? 0
    if (length < MIN_LENGTH) return -1
    if (to - from < 3) return 0
    const command = bytes[from + 2] ?? -1
    if (!ANSWERS.has(command)) return -1
    if (!WITH_TAGS.has(command) && length > MAX_OTHER_LENGTH) return -1
    const end = from + length + 1
    if (end > to) return 0
    return reflectedCrc16(bytes, from, end) === 0 ? length + 1 : -1
  },
  decode: (bytes) => ({
    address: bytes[1] ?? 0,
    command: bytes[2] ?? 0,
    status: bytes[3] ?? 0,
    data: Buffer.from(bytes.subarray(4, -2)),
  }),
}

/** `LEN ADR CMD DATA CRC`; an answer is the same with its status as the first byte of the data. */
export function chafonFrame(
  address: number,
  command: number,
  data: readonly number[] = [],
): Buffer {
  const frame = Buffer.from([data.length + 4, address, command, ...data, 0, 0])
  frame.writeUInt16LE(reflectedCrc16(frame, 0, frame.length - 2), frame.length - 2)
  return frame
}
