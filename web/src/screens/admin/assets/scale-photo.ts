import { PHOTO_MAX_BYTES, PHOTO_SIDE_MAX } from '@vehicle-control/protocol/limits'

/** A larger file is not opened: its pixels may exceed a phone's memory. */
export const PICKED_BYTES_MAX = 60 * 1024 * 1024

const QUALITY = 0.85
/** Brands of an ISO media file that are pictures in HEVC. */
const HEIC = /^ftyp(?:he[ivx][cmsx]|mif1|msf1)$/

/** Why a picked file does not become a photo. */
export type PhotoFault = 'heic' | 'unreadable' | 'too-large'

/** The file does not become a photo. */
export class PhotoFaultError extends Error {
  override name = 'PhotoFaultError'
  readonly fault: PhotoFault

  constructor(fault: PhotoFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

/**
 * Converts a picked file into a photo that the hub takes: upright, its longer side within
 * `PHOTO_SIDE_MAX`, as WebP or, where the browser writes none, as JPEG.
 *
 * @throws PhotoFaultError
 */
export async function scalePhoto(file: Blob): Promise<Blob> {
  if (file.size > PICKED_BYTES_MAX) throw new PhotoFaultError('too-large')
  const picture = await decode(file)
  try {
    const size = fitted(picture, PHOTO_SIDE_MAX)
    const canvas = Object.assign(document.createElement('canvas'), size)
    const context = canvas.getContext('2d')
    if (!context) throw new PhotoFaultError('unreadable')
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, size.width, size.height)
    const photo = await encode(canvas, context)
    if (photo.size > PHOTO_MAX_BYTES) throw new PhotoFaultError('too-large')
    return photo
  } finally {
    picture.close()
  }
}

/** A size in the same proportions, whole pixels, that fits a square of this side; never a larger one. */
export function fitted(size: { width: number; height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(size.width, size.height))
  const pixels = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: pixels(size.width), height: pixels(size.height) }
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    const brand = await file.slice(4, 12).text()
    throw new PhotoFaultError(HEIC.test(brand) ? 'heic' : 'unreadable', cause)
  }
}

async function encode(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp')
  // A browser that does not write WebP answers with PNG, which is many times as large for a photo.
  if (webp?.type === 'image/webp') return webp
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const jpeg = await toBlob(canvas, 'image/jpeg')
  if (!jpeg) throw new PhotoFaultError('unreadable')
  return jpeg
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}
