import { crc16 } from '../device/crc16.ts'
import type { FrameShape } from '../device/resync-framer.ts'
import { FRAMINGS, type Framing } from './framing.ts'

/** Commands, by the names of the module's manual; m100_frame.hpp of M5Unit-RFID has the same. */
export const Command = {
  VERSION: 0x03,
  REGION: 0x07,
  SINGLE_POLL: 0x22,
  MULTI_POLL: 0x27,
  STOP: 0x28,
  POWER: 0xb6,
  ERROR: 0xff,
} as const

export const FrameType = { COMMAND: 0, ANSWER: 1, NOTICE: 2 } as const

/** A frame, in either direction. */
export interface M100Frame {
  type: number
  command: number
  /** The tag of a notice whose second check, the tag's own, holds too. */
  tag: { epc: string; rssi: number } | null
  /** The parameters; empty where there is a tag. */
  params: Uint8Array
}

const OVERHEAD = 7
const PARAMS_AT = 5
/** An EPC has at most 62 bytes, answers are shorter. Limits the wait for a corrupt length. */
const MAX_PARAMS = 128
/** RSSI, PC and CRC around the EPC. */
const RSSI_AND_PC = 3
const AROUND_EPC = 5

/** HEADER TYPE CMD LEN(2) PARAM[LEN] CK END, where CK is the low byte of the sum from TYPE on. */
export function m100Shape(framing: Framing): FrameShape<M100Frame> {
  const { header, end } = FRAMINGS[framing]
  return {
    maxBytes: MAX_PARAMS + OVERHEAD,
    measure(bytes, from, to) {
      if (bytes[from] !== header) return -1
      const known = to - from
      if (known > 1 && (bytes[from + 1] ?? 0) > FrameType.NOTICE) return -1
      if (known < PARAMS_AT) return 0
      const params = bytes.readUInt16BE(from + 3)
      if (params > MAX_PARAMS) return -1
      const length = params + OVERHEAD
      if (known < length) return 0
      if (bytes[from + length - 1] !== end) return -1
      return checksum(bytes, from + 1, from + length - 2) === bytes[from + length - 2] ? length : -1
    },
    decode: (bytes) => ({
      type: bytes[1] ?? 0,
      command: bytes[2] ?? 0,
      ...decodeParams(bytes),
    }),
  }
}

/** The bytes of a frame. */
export function encodeM100(
  framing: Framing,
  { type, command, params = [] }: { type: number; command: number; params?: ArrayLike<number> },
): Buffer {
  const { header, end } = FRAMINGS[framing]
  const frame = Buffer.alloc(params.length + OVERHEAD)
  frame.set([header, type, command, params.length >> 8, params.length & 0xff])
  frame.set(params, PARAMS_AT)
  frame[frame.length - 2] = checksum(frame, 1, frame.length - 2)
  frame[frame.length - 1] = end
  return frame
}

function checksum(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += bytes[at] ?? 0
  return sum & 0xff
}

function decodeParams(bytes: Buffer): Pick<M100Frame, 'tag' | 'params'> {
  const to = bytes.length - 2
  if (bytes[1] === FrameType.NOTICE && isTag(bytes, to)) {
    const epc = bytes.toString('hex', PARAMS_AT + RSSI_AND_PC, to - 2).toUpperCase()
    return { tag: { epc, rssi: bytes.readInt8(PARAMS_AT) }, params: NO_PARAMS }
  }
  return { tag: null, params: Uint8Array.from(bytes.subarray(PARAMS_AT, to)) }
}

const NO_PARAMS = new Uint8Array()

/** The CRC-16 that a tag sends behind its PC and EPC (EPC Gen2, annex F). */
export function gen2Crc(bytes: Uint8Array, from: number, to: number): number {
  return crc16(bytes, from, to) ^ 0xffff
}

/** Whether the PC states the length of the EPC, and the tag's CRC over both is right. */
function isTag(bytes: Buffer, to: number): boolean {
  const epcBytes = to - PARAMS_AT - AROUND_EPC
  if (epcBytes <= 0) return false
  const pc = bytes.readUInt16BE(PARAMS_AT + 1)
  if ((pc >> 11) * 2 !== epcBytes) return false
  return gen2Crc(bytes, PARAMS_AT + 1, to - 2) === bytes.readUInt16BE(to - 2)
}
