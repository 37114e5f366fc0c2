import sharp from 'sharp'
import type { Tiles } from '../tiles/tiles.ts'

/** The tiles of a hub that has none, as one without internet and without a file. */
export const noTiles: Tiles = {
  info: {
    attribution: { text: '© OpenStreetMap contributors', url: null },
    minZoom: 0,
    maxZoom: 19,
    offline: true,
    available: false,
  },
  tile: async () => ({ content: null, maxAgeS: 60 }),
  close: async () => {},
}

/** Tiles that are the same picture everywhere. */
export async function onePictureTiles(): Promise<Tiles> {
  const content = await tilePicture('teal')
  return {
    ...noTiles,
    info: { ...noTiles.info, available: true },
    tile: async () => ({ content, type: 'image/png', etag: '"teal"', maxAgeS: 60 }),
  }
}

/** A square of one colour. */
export async function tilePicture(
  background: string,
  format: 'png' | 'jpeg' | 'webp' = 'png',
): Promise<Buffer> {
  const create = { width: 256, height: 256, channels: 3, background } as const
  return await sharp({ create }).toFormat(format).toBuffer()
}
