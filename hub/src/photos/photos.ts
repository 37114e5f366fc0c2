import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Pixels of the largest photo that is decoded: a small file can hold a picture of gigabytes. */
const mostPixels = 24_000_000
const longestSide = 1600
const decodeWithinS = 10

const photoName = /^[0-9a-f]{32}\.webp$/

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

/** The folder of photos. Every file in it was written by this hub's own encoder. */
export interface Photos {
  /**
   * Takes a JPEG, PNG or WebP, told by its content, and keeps it as WebP: upright, at most 1600
   * pixels wide or high, without EXIF. Answers its name.
   *
   * @throws PhotoError
   */
  add(bytes: Uint8Array): Promise<string>
  /** The file of a name, or null. */
  read(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
}

export function openPhotos(folder: string): Photos {
  mkdirSync(folder, { recursive: true })
  let turn: Promise<unknown> = Promise.resolve()

  return {
    async add(bytes) {
      // One at a time: decoding takes the memory of all its pixels.
      const encoded = turn.then(() => encode(bytes))
      turn = encoded.catch(() => {
        // Told to its own caller.
      })
      const name = `${randomBytes(16).toString('hex')}.webp`
      const path = join(folder, name)
      await writeFile(`${path}.tmp`, await encoded)
      await rename(`${path}.tmp`, path)
      return name
    },
    async read(name) {
      if (!photoName.test(name)) return null
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async remove(name) {
      if (photoName.test(name)) await rm(join(folder, name), { force: true })
    },
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
