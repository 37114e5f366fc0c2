const POLYNOMIAL = 0x1021

/** By the byte that is shifted out at the top: what its bits change in the rest. */
const TABLE = Uint16Array.from({ length: 256 }, (_, top) => {
  let crc = top << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1
  return crc
})

/**
 * The module's own CRC-16 of the bytes from `from` up to `to`: 0x1021 from 0xFFFF, where the message
 * is shifted in at the low end and no zeros after it. Not CRC-CCITT. Hot path.
 */
export function thingMagicCrc(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffff
  for (let at = from; at < to; at++) {
    crc = (((crc << 8) | (bytes[at] ?? 0)) & 0xffff) ^ (TABLE[crc >> 8] ?? 0)
  }
  return crc
}
