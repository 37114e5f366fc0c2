/** Hex digits of a card's data and of the check behind it. */
export const CARD_CHARS = 10
export const CARD_AND_CHECK_CHARS = 12

/** The value of an ASCII hex digit, or -1. */
export function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte & 0xdf
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1
}

/**
 * Whether twelve hex digits stand at `from`, of which the last two are the XOR of the five bytes
 * before. Some examples in circulation add instead, and no reader does.
 */
export function isCardText(bytes: Uint8Array, from: number): boolean {
  let highs = 0
  let lows = 0
  for (let at = from; at < from + CARD_AND_CHECK_CHARS; at += 2) {
    const high = hexDigit(bytes[at])
    const low = hexDigit(bytes[at + 1])
    if (high < 0 || low < 0) return false
    highs ^= high
    lows ^= low
  }
  return highs === 0 && lows === 0
}
