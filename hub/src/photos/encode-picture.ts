import { PHOTO_SIDE_MAX } from '@vehicle-control/protocol/limits'
import { PLAN_SIDE_MAX } from '@vehicle-control/protocol/site-plan'
import sharp from 'sharp'

// libvips reads dozens of formats, SVG and PDF among them: only those of photos are let through.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})

/** What becomes of a kind of picture. */
interface PictureKind {
  sideMax: number
  /** Pixels of the largest one that is decoded: a small file can hold a picture of gigabytes. */
  pixelsMax: number
  decodeWithinS: number
  /** The first that gives at most `bytesMax` is taken, or the last. */
  qualities: readonly number[]
  bytesMax: number
}

const PHOTO: PictureKind = {
  sideMax: PHOTO_SIDE_MAX,
  pixelsMax: 24_000_000,
  decodeWithinS: 10,
  qualities: [80],
  bytesMax: Number.POSITIVE_INFINITY,
}

/** A sheet of A1 at 200 dots an inch has 31 million pixels. A backup takes no cell of 16 MiB. */
const PLAN: PictureKind = {
  sideMax: PLAN_SIDE_MAX,
  pixelsMax: 50_000_000,
  decodeWithinS: 20,
  qualities: [85, 60, 30],
  bytesMax: 8 * 1024 * 1024,
}

/** Of all its pixels in memory, where decoding has them several times: 16 bits a colour double it. */
const DECODED_BYTES_MAX = 200_000_000

/**
 * Why bytes are refused: too many pixels, too many for their depth, another format that has a name,
 * or no JPEG, PNG or WebP.
 */
type PictureFault = 'too many pixels' | 'too deep' | 'HEIC' | 'PDF' | 'SVG' | 'no picture'

/** The bytes are refused as a picture. */
export class PictureError extends Error {
  override name = 'PictureError'
  readonly fault: PictureFault

  constructor(fault: PictureFault, cause: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

export interface EncodedPicture {
  content: Buffer
  width: number
  height: number
}

/**
 * Turns JPEG, PNG or WebP (by their content, not their names) into WebP: upright, without EXIF, a
 * photo at most 1600 pixels wide or high, the plan of a site at most 4096. One at a time: decoding
 * needs the memory of all pixels.
 */
export interface PictureEncoder {
  /** @throws PictureError */
  photo(bytes: Uint8Array): Promise<EncodedPicture>
  /** @throws PictureError */
  plan(bytes: Uint8Array): Promise<EncodedPicture>
}

export function createPictureEncoder(): PictureEncoder {
  let turn: Promise<unknown> = Promise.resolve()
  const encodeInTurn = (kind: PictureKind) => (bytes: Uint8Array) => {
    const encoded = turn.then(() => encode(bytes, kind))
    turn = encoded.catch(() => {
      // Its own caller gets the error.
    })
    return encoded
  }
  return { photo: encodeInTurn(PHOTO), plan: encodeInTurn(PLAN) }
}

async function encode(bytes: Uint8Array, kind: PictureKind): Promise<EncodedPicture> {
  const { sideMax, pixelsMax, decodeWithinS, qualities, bytesMax } = kind
  const options = { limitInputPixels: pixelsMax, failOn: 'error' } as const
  let encoded: EncodedPicture | undefined
  try {
    const { width, height, channels, depth } = await sharp(bytes, options).metadata()
    // Of these formats PNG alone has another depth: 16 bits.
    const bytesEach = channels * (depth === 'uchar' ? 1 : 2)
    if (width * height * bytesEach > DECODED_BYTES_MAX) throw new PictureError('too deep', null)
    for (const quality of qualities) {
      const { data, info } = await sharp(bytes, options)
        .autoOrient()
        .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: decodeWithinS })
        .webp({ quality })
        .toBuffer({ resolveWithObject: true })
      encoded = { content: data, width: info.width, height: info.height }
      if (data.length <= bytesMax) break
    }
  } catch (error) {
    if (error instanceof PictureError) throw error
    if (/pixel limit/i.test(String(error))) throw new PictureError('too many pixels', error)
    throw new PictureError(formatOf(bytes), error)
  }
  if (encoded === undefined) throw new Error('a kind of picture has no quality')
  return encoded
}

/** What the bytes are instead; HEIC by the brands of the ISO container that iPhones write. */
function formatOf(bytes: Uint8Array): PictureFault {
  const text = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  if (/^.{4}ftyp(hei|hev|mif1|msf1)/s.test(text)) return 'HEIC'
  if (text.startsWith('%PDF-')) return 'PDF'
  return /<svg[\s>]/i.test(text) ? 'SVG' : 'no picture'
}
