import type { FrameShape } from '../device/resync-framer.ts'

const HEADER = 0xa0
/** Address, command and check. */
const MIN_LENGTH = 3

/** Commands of the R2000's serial interface, as the README of ActivIoTy's library lists them. */
export const A0 = {
  SET_TEMPORARY_POWER: 0x66,
  VERSION: 0x72,
  SET_ANTENNA: 0x74,
  GET_REGION: 0x79,
  REAL_TIME_INVENTORY: 0x89,
} as const

/** The fault of an answer of one byte. */
export const A0_CODE = { SUCCESS: 0x10, ANTENNA_MISSING: 0x22, NO_TAG: 0x36 } as const

/** Any reader on the line answers to it. */
export const BROADCAST = 0xff

/** `A0 LEN ADR CMD DATA CK`, both ways. */
export interface A0Frame {
  address: number
  command: number
  data: Buffer
}

const COMMANDS: ReadonlySet<number> = new Set(Object.values(A0))
/** The longest of the others, which holds a region. */
const MAX_LENGTH = 9
/** Of the real-time inventory: a fault or how often to repeat, and the end of a round. */
const SHORT_LENGTHS: ReadonlySet<number> = new Set([4, 10])
/** Bytes of a tag frame that are not its EPC, the checksum included. */
const AROUND_EPC = 7

/**
 * The check is a single byte, which noise meets often. Hence a frame must also be of a command that is
 * sent from here and as long as those are, and the PC of a tag must state the length of its EPC.
 */
export const A0_SHAPE: FrameShape<A0Frame> = {
  maxBytes: 257,
  measure(bytes, from, to) {
    if (bytes[from] !== HEADER) return -1
    if (to - from < 4) return 0
    const length = bytes[from + 1] ?? 0
    const command = bytes[from + 3] ?? 0
    if (length < MIN_LENGTH || !COMMANDS.has(command)) return -1
    if (command !== A0.REAL_TIME_INVENTORY) {
      if (length > MAX_LENGTH) return -1
    } else if (!SHORT_LENGTHS.has(length)) {
      if (to - from < 6) return 0
      if (((bytes[from + 5] ?? 0) >> 3) * 2 !== length - AROUND_EPC) return -1
    }
    return checked(bytes, from, from + length + 2, to)
  },
  decode: (bytes) => ({
    address: bytes[2] ?? 0,
    command: bytes[3] ?? 0,
    data: Buffer.from(bytes.subarray(4, -1)),
  }),
}

function checked(bytes: Buffer, from: number, end: number, to: number): number {
  if (end > to) return 0
  let sum = 0
  for (let at = from; at < end; at++) sum += bytes[at] ?? 0
  return (sum & 0xff) === 0 ? end - from : -1
}

/** A whole frame; the check makes the sum of all its bytes 0. */
export function a0Frame(address: number, command: number, data: readonly number[] = []): Buffer {
  const frame = Buffer.from([HEADER, data.length + 3, address, command, ...data, 0])
  frame[frame.length - 1] = -frame.reduce((sum, byte) => sum + byte, 0) & 0xff
  return frame
}
