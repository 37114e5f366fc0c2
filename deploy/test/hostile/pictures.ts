import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Runs where somebody takes it for a page. */
export const SCRIPT = '<html><script>document.title="owned"</script></html>'

/** A small photo with a place and a name in its EXIF. */
export function photoOf(format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const create = { width: 64, height: 48, channels: 3, background: 'teal' } as const
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '4/1 42/1 39/1' }
  return sharp({ create })
    .withExif({ IFD0: { Artist: 'vc-fotografo' }, IFD3: place })
    .toFormat(format)
    .toBuffer()
}

/** A PNG of side × side pixels of one bit in some kilobytes, which are hundreds of megabytes decoded. */
export function pixelFlood(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** The head of a GIF of side × side pixels. */
export function gif(side: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(side, 0)
  size.writeUInt16LE(side, 2)
  const rest = Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    rest,
    size,
    Buffer.from([0, 2, 2, 0x44, 1, 0, 0x3b]),
  ])
}

const isoBox = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(300, 'x')])

/** The head of what an iPhone writes. */
export const heic = (): Buffer => isoBox('heic')

export const avif = (): Buffer => isoBox('avif')
