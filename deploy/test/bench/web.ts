import type { Figure } from './table.ts'
import { benchFlood } from './web/flood.ts'
import { benchMap } from './web/map.ts'
import { benchScreens } from './web/screens.ts'
import { benchSizes } from './web/sizes.ts'
import { benchSocketBytes } from './web/socket-bytes.ts'

/** JavaScript of the routes, loading and use of the screens, the map, and the live screen in a flood. */
export async function benchWeb(): Promise<Figure[]> {
  return [
    ...benchSizes(),
    ...(await benchScreens()),
    ...(await benchMap()),
    ...(await benchFlood()),
    ...(await benchSocketBytes()),
  ]
}
