import sharp from 'sharp'

/** Pixels of the largest photo that is decoded: a small file can hold a picture of gigabytes. */
const mostPixels = 24_000_000
const longestSide = 1600
const decodeWithinS = 10

// libvips reads dozens of formats, SVG and PDF among them. Photos are three of them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})

/** The bytes are no photo that is taken; `tooLarge` when only their size is the reason. */
export class PhotoError extends Error {
  override name = 'PhotoError'
  readonly tooLarge: boolean

  constructor(message: string, tooLarge: boolean, cause: unknown) {
    super(message, { cause })
    this.tooLarge = tooLarge
  }
}

/**
 * Makes a JPEG, PNG or WebP, told by its content, a WebP: upright, at most 1600 pixels wide or
 * high, without EXIF.
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
      // Told to its own caller.
    })
    return encoded
  }
}

async function encode(bytes: Uint8Array): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: decodeWithinS })
      .webp({ quality: 80 })
      .toBuffer()
  } catch (error) {
    const tooLarge = /pixel limit/i.test(String(error))
    throw new PhotoError(tooLarge ? 'too many pixels' : 'no photo', tooLarge, error)
  }
}
