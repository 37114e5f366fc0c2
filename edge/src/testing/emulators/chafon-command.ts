import { reflectedCrc16 } from '../../readers/device/crc16.ts'
import type { ChafonFrame } from '../../readers/chafon/frame.ts'
import type { FrameShape } from '../../readers/device/resync-framer.ts'

/** What a reader hears: as what it says, without a status. */
export const chafonCommandShape: FrameShape<Omit<ChafonFrame, 'status'>> = {
  maxBytes: 256,
  measure(bytes, from, to) {
    const end = from + (bytes[from] ?? 0) + 1
    if (end - from < 5) return -1
    if (end > to) return 0
    return reflectedCrc16(bytes, from, end) === 0 ? end - from : -1
  },
  decode: (bytes) => ({
    address: bytes[1] ?? 0,
    command: bytes[2] ?? 0,
    data: Buffer.from(bytes.subarray(3, -2)),
  }),
}
