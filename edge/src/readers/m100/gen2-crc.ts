const INIT = 0xffff
const POLYNOMIAL = 0x1021

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? POLYNOMIAL : 0)
  return crc & 0xffff
})

/** The CRC-16 that a tag sends behind its PC and EPC (EPC Gen2, annex F). */
export function gen2Crc(bytes: Uint8Array, from: number, to: number): number {
  let crc = INIT
  for (let at = from; at < to; at++) {
    crc = ((crc << 8) ^ (TABLE[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0)) & 0xffff
  }
  return crc ^ 0xffff
}
