const NOISE_WORD = /CONNECTED|ERROR|STATE|RAW|HEX|CARD/
const SCAN_UID = /^(?:TEST-[A-Z0-9-]+|[0-9]{5,}|[0-9A-F]{6,})$/
const HYPHENATED_BYTES = /^[0-9A-F]{2}(?:-[0-9A-F]{2})+$/

/** Longest uid that a reader may report. */
export const MAX_UID_LENGTH = 64

/** Upper case, without the separators that readers print between bytes. */
function normalizeUid(raw: string): string {
  const uid = raw.toUpperCase().replace(/[\s:]+/g, '')
  return HYPHENATED_BYTES.test(uid) ? uid.replaceAll('-', '') : uid
}

/**
 * The tag in what a reader reported, or null when it is no tag: the rule for an incoming uid of
 * spec section 5 (TEST-xxx, 5 or more digits, 6 or more hex characters, none of the noise words).
 */
export function parseScanUid(raw: string): string | null {
  const uid = normalizeUid(raw)
  if (uid.length > MAX_UID_LENGTH || NOISE_WORD.test(uid) || !SCAN_UID.test(uid)) return null
  return uid
}
