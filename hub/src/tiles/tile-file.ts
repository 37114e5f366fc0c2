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
      `${named} no es un archivo MBTiles que se pueda leer (${reason}); ponga la ruta de uno que esta cuenta pueda leer`,
      { cause: error },
    )
  }
  if (pictureType(opened.sample) !== null) return opened
  throw new ConfigError(
    `${named} tiene ${isGzip(opened.sample) ? 'teselas vectoriales' : 'teselas que no son imágenes'}; ponga un archivo de teselas PNG, JPEG o WebP`,
  )
}

const isGzip = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b
