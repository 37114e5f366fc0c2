import type { FrameShape } from '../device/resync-framer.ts'
import { CARD_AND_CHECK_CHARS, CARD_CHARS, hexDigit, isCardText } from './card-text.ts'

const STX = 0x02
const ETX = 0x03
const CR = 0x0d
const LF = 0x0a

/** STX LEN TYPE, the number, BCC ETX. By the maker's example LEN counts all of them. */
const BYTES_AROUND_NUMBER = 5
const SHORTEST_BINARY = BYTES_AROUND_NUMBER + 4
const LONGEST_BINARY = BYTES_AROUND_NUMBER + 10
const LONGEST_ASCII = 1 + CARD_AND_CHECK_CHARS + 3

/**
 * Frames of card readers, from STX to ETX, that are read into the card's number in hex. The byte after STX
 * decides the form: ASCII hex with its XOR (RDM6300; ID-12LA has CR LF before the ETX), or the
 * binary one of desktop readers, `02 LEN TYPE number BCC 03`.
 */
export const stxShape: FrameShape<string> = {
  maxBytes: Math.max(LONGEST_ASCII, LONGEST_BINARY),
  measure(bytes, from, to) {
    if (bytes[from] !== STX) return -1
    if (to - from < 2) return 0
    return hexDigit(bytes[from + 1]) < 0 ? binary(bytes, from, to) : ascii(bytes, from, to)
  },
  decode(bytes) {
    if (hexDigit(bytes[1]) >= 0) return bytes.toString('latin1', 1, 1 + CARD_CHARS).toUpperCase()
    return bytes.toString('hex', 3, bytes.length - 2).toUpperCase()
  },
}

function ascii(bytes: Buffer, from: number, to: number): number {
  const digits = Math.min(to - from - 1, CARD_AND_CHECK_CHARS)
  for (let i = 1; i <= digits; i++) if (hexDigit(bytes[from + i]) < 0) return -1
  if (digits < CARD_AND_CHECK_CHARS) return 0
  if (!isCardText(bytes, from + 1)) return -1
  const end = from + 1 + CARD_AND_CHECK_CHARS
  if (to === end) return 0
  if (bytes[end] === ETX) return end + 1 - from
  if (bytes[end] !== CR) return -1
  if (to === end + 1) return 0
  if (bytes[end + 1] !== LF) return -1
  if (to === end + 2) return 0
  return bytes[end + 2] === ETX ? end + 3 - from : -1
}

function binary(bytes: Buffer, from: number, to: number): number {
  const length = bytes[from + 1] ?? 0
  if (length < SHORTEST_BINARY || length > LONGEST_BINARY) return -1
  if (to - from < length) return 0
  if (bytes[from + length - 1] !== ETX) return -1
  let check = 0
  for (let at = from + 1; at < from + length - 1; at++) check ^= bytes[at] ?? 0
  return check === 0 ? length : -1
}
