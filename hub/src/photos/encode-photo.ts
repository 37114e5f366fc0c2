import { PHOTO_SIDE_MAX } from '@vehicle-control/protocol/limits'
import sharp from 'sharp'

/** Pixels of the largest photo that is decoded: a small file can hold a picture of gigabytes. */
const PIXELS_MAX = 24_000_000
const DECODE_WITHIN_S = 10

// libvips reads dozens of formats, SVG and PDF among them: only those of photos are let through.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})

/** Why bytes are refused: too many pixels, the HEIC of an iPhone, or no JPEG, PNG or WebP. */
type PhotoFault = 'too many pixels' | 'HEIC' | 'no photo'

/** The bytes are refused as a photo. */
export class PhotoError extends Error {
  override name = 'PhotoError'
  readonly fault: PhotoFault

  constructor(fault: PhotoFault, cause: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

/**
 * Turns a JPEG, PNG or WebP (by its content, not its name) into a WebP: upright, at most 1600 pixels
 * wide or high, without EXIF.
 *
 * @throws PhotoError
 */
export type EncodePhoto = (bytes: Uint8Array) => Promise<Buffer>

/** An encoder that takes one photo at a time: decoding needs the memory of all its pixels. */
export function createPhotoEncoder(): EncodePhoto {
  let turn: Promise<unknown> = Promise.resolve()
  return (bytes) => {
    const encoded = turn.then(() => encode(bytes))
    turn = encoded.catch(() => {
      // Its own caller gets the error.
    })
    return encoded
  }
}

async function encode(bytes: Uint8Array): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .autoOrient()
      .resize(PHOTO_SIDE_MAX, PHOTO_SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: DECODE_WITHIN_S })
      .webp({ quality: 80 })
      .toBuffer()
  } catch (error) {
    if (/pixel limit/i.test(String(error))) throw new PhotoError('too many pixels', error)
    throw new PhotoError(isHeic(bytes) ? 'HEIC' : 'no photo', error)
  }
}

/** By the brands of the ISO container that iPhones write. */
function isHeic(bytes: Uint8Array): boolean {
  return /^.{4}ftyp(hei|hev|mif1|msf1)/s.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))
}
