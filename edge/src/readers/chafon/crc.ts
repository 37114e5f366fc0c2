const POLYNOMIAL = 0x8408
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ POLYNOMIAL : crc >> 1
  return crc
})

/**
 * The CRC-16 of the bytes from `from` up to `to`: reflected 0x1021, from 0xFFFF, no final XOR. It is
 * sent low byte first, and over a frame with its own CRC it is 0. Hot path.
 */
export function chafonCrc(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffff
  for (let at = from; at < to; at++) {
    crc = (crc >> 8) ^ (TABLE[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  }
  return crc
}
