import { ConfigError } from '@vehicle-control/protocol'
import { type Mbtiles, openMbtiles } from '../store/tiles/mbtiles.ts'
import { pictureType } from './picture-type.ts'

/**
 * Opens the MBTiles file of the configuration.
 *
 * @throws ConfigError when it cannot be read or its tiles are no pictures
 */
export function openTileFile(file: string): Mbtiles {
  const named = `HUB_TILES_MBTILES=${JSON.stringify(file)}`
  let opened: Mbtiles
  try {
    opened = openMbtiles(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `${named} is no MBTiles file that can be read (${reason}); give the path of one that this account may read`,
      { cause: error },
    )
  }
  if (pictureType(opened.sample) !== null) return opened
  throw new ConfigError(
    `${named} holds ${isGzip(opened.sample) ? 'vector tiles' : 'tiles that are no pictures'}; give a file of PNG, JPEG or WebP tiles`,
  )
}

const isGzip = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b
