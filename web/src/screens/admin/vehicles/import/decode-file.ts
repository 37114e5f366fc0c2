import { nextTurn } from '../../../../browser/next-turn.ts'

/** How many bytes are decoded, and characters read, between two turns of the event loop. */
export const PIECE_SIZE = 12 * 1024

/**
 * The text of a file in pieces with line feeds only, and without a byte order mark: UTF-8, or
 * Windows-1252 where it is not that. Spanish Excel writes either.
 */
export async function decodeFile(bytes: Uint8Array): Promise<string[]> {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  return (await decodeAs(bytes, marked)) ?? (await decodeAs(bytes, 'windows-1252')) ?? []
}

/** Null where the bytes are not valid in this encoding. */
async function decodeAs(bytes: Uint8Array, encoding: string): Promise<string[] | null> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const pieces: string[] = []
  let held = ''
  for (let at = 0; at <= bytes.length; at += PIECE_SIZE) {
    if (at > 0) await nextTurn()
    const isLast = at + PIECE_SIZE > bytes.length
    let text
    try {
      text = held + decoder.decode(bytes.subarray(at, at + PIECE_SIZE), { stream: !isLast })
    } catch {
      return null
    }
    // A carriage return is held back: its line feed may begin the next piece.
    held = !isLast && text.endsWith('\r') ? '\r' : ''
    if (held) text = text.slice(0, -1)
    pieces.push(text.replaceAll(/\r\n?/g, '\n'))
  }
  return pieces
}
