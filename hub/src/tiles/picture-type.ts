/** The media types of tiles that a browser can show, and that cannot hold a script. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]
const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

/** What the bytes themselves say, since servers and files call tiles anything; null: no picture. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const has = (signature: readonly number[], at = 0) =>
    signature.every((byte, i) => bytes[at + i] === byte)
  if (has(PNG)) return 'image/png'
  if (has(JPEG)) return 'image/jpeg'
  return has(RIFF) && has(WEBP, 8) ? 'image/webp' : null
}
