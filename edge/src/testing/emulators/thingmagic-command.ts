import type { FrameShape } from '../../readers/device/resync-framer.ts'
import { unpaddedCrc16 } from '../../readers/device/crc16.ts'
import type { ThingMagicFrame } from '../../readers/thingmagic/frame.ts'

/** What a module hears: as what it says, without a status. */
export const thingMagicCommandShape: FrameShape<Omit<ThingMagicFrame, 'status'>> = {
  maxBytes: 260,
  measure(bytes, from, to) {
    if (bytes[from] !== 0xff) return -1
    const end = from + (bytes[from + 1] ?? 0) + 5
    if (to - from < 2 || end > to) return 0
    const isWhole = unpaddedCrc16(bytes, from + 1, end - 2) === bytes.readUInt16BE(end - 2)
    return isWhole ? end - from : -1
  },
  decode: (bytes) => ({ opcode: bytes[2] ?? 0, data: Buffer.from(bytes.subarray(3, -2)) }),
}
