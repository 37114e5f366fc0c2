const POLYNOMIAL = 0x1021
const REFLECTED = 0x8408

/** By a byte at the low end: what it changes in the rest. */
const LOW = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ REFLECTED : crc >> 1
  return crc
})

/** The same by a byte at the top. */
const TOP = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? POLYNOMIAL : 0)
  return crc & 0xffff
})

/**
 * CRC-16 of the bytes from `from` up to `to`: 0x1021 reflected, from 0xFFFF, no final XOR (known as
 * MCRF4XX). Over a frame that ends in its own CRC, low byte first, it is 0. Hot path.
 */
export function reflectedCrc16(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffff
  for (let at = from; at < to; at++) {
    crc = (crc >> 8) ^ (LOW[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  }
  return crc
}

/** CRC-16 of these bytes: 0x1021, from 0xFFFF, no final XOR (CCITT-FALSE). Hot path. */
export function crc16(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffff
  for (let at = from; at < to; at++) {
    crc = ((crc << 8) ^ (TOP[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0)) & 0xffff
  }
  return crc
}

/**
 * The same polynomial and start where the message is shifted in at the low end, and no zeros after
 * it. Not CCITT. Hot path.
 */
export function unpaddedCrc16(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffff
  for (let at = from; at < to; at++) {
    crc = (((crc << 8) | (bytes[at] ?? 0)) & 0xffff) ^ (TOP[crc >> 8] ?? 0)
  }
  return crc
}
