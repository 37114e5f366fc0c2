import { type Coords, type DoneCallback, GridLayer, type Map as LeafletMap } from 'leaflet'
import type { BaseMap } from './base-map.ts'
import { loadBaseMap } from './base-map-data.ts'
import { drawLand, type LandColours, projectLand } from './draw-land.ts'

/** Not the pane of the tiles, whose colours the dark scheme inverts. */
const PANE = 'land'
const UNDER_TILES = '150'
const COLOUR_NAMES = ['grid', 'land', 'coast', 'border', 'city', 'halo'] as const

/**
 * The drawn map of the world as a layer under everything else; rejects where it cannot be loaded.
 */
export async function loadLandLayer(map: LeafletMap): Promise<GridLayer> {
  const base = await loadBaseMap()
  const pane = map.getPane(PANE) ?? map.createPane(PANE)
  pane.style.zIndex = UNDER_TILES
  return new LandLayer(base, coloursOf(map.getContainer()))
}

/** Drawn in squares like tiles, so that it moves and zooms like them. */
class LandLayer extends GridLayer {
  readonly #land: ReturnType<typeof projectLand>
  readonly #colours: LandColours

  constructor(base: BaseMap, colours: LandColours) {
    super({ pane: PANE, updateWhenZooming: false })
    this.#land = projectLand(base)
    this.#colours = colours
  }

  protected override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas')
    const size = this.getTileSize()
    const ratio = Math.min(2, window.devicePixelRatio || 1)
    canvas.width = size.x * ratio
    canvas.height = size.y * ratio
    const draw = () => {
      const context = canvas.getContext('2d')
      if (context) {
        context.scale(ratio, ratio)
        drawLand(context, this.#land, { x, y, z, size: size.x }, this.#colours)
      }
    }
    // A map that is being printed has no later: and only what is loaded is seen.
    if (this._map.getContainer().dataset['paper']) {
      draw()
      canvas.classList.add('leaflet-tile-loaded')
    } else {
      // Each in a task of its own: all squares of a view at once would block the page.
      setTimeout(() => {
        draw()
        done(undefined, canvas)
      })
    }
    return canvas
  }
}

function coloursOf(page: Element): LandColours {
  const style = getComputedStyle(page)
  const values = COLOUR_NAMES.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()])
  return Object.fromEntries(values) as LandColours
}
