import { crc32 } from 'node:zlib'

const KEY_FORM = /^vc_([0-9a-f]{12})_([0-9a-f]{64})([0-9a-f]{8})$/

/** The parts of `vc_<id>_<secret><crc32>`; the checksum finds typing errors without a look-up. */
export interface ParsedKey {
  id: string
  secret: string
}

/** Formats an agent's key as `vc_<id>_<secret><crc32>`, the form in which the edge keeps it. */
export function formatAgentKey({ id, secret }: ParsedKey): string {
  return `vc_${id}_${secret}${checksum(id, secret)}`
}

/** Parses an agent's key; null when its form or its checksum is wrong. */
export function parseAgentKey(text: string): ParsedKey | null {
  const match = KEY_FORM.exec(text)
  if (!match) return null
  const [, id = '', secret = '', crc] = match
  return checksum(id, secret) === crc ? { id, secret } : null
}

function checksum(id: string, secret: string): string {
  return crc32(`vc_${id}_${secret}`).toString(16).padStart(8, '0')
}
