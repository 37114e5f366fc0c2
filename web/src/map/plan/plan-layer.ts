import {
  CRS,
  DomUtil,
  type LatLng,
  Layer,
  type Map as LeafletMap,
  type Point,
  type ZoomAnimEvent,
} from 'leaflet'
import type { PlanPlace, PlanSize } from '@vehicle-control/protocol/site-plan'

/** Over the tiles, which the dark scheme inverts, and under all that is drawn on the map. */
const PANE = 'plan'
const OVER_TILES = '250'

export interface PlanPicture extends PlanSize {
  url: string
  place: PlanPlace
  /** Drawn in place of the stored plan while somebody tries out where it goes. */
  isDraft: boolean
  /** Called each time the picture could not be loaded. */
  onFailed: () => void
}

/** A picture that lies on the map, turned and scaled: one element, which the browser transforms. */
export class PlanLayer extends Layer {
  readonly #picture: PlanPicture
  readonly #image = document.createElement('img')
  #map: LeafletMap | null = null

  constructor(picture: PlanPicture) {
    super()
    const { url, width, height, isDraft, onFailed } = picture
    this.#picture = picture
    const image = this.#image
    // It says nothing that markers and lists do not.
    image.alt = ''
    image.draggable = false
    image.className = 'leaflet-image-layer leaflet-zoom-animated'
    if (isDraft) image.dataset['draft'] = ''
    image.width = width
    image.height = height
    image.addEventListener('error', onFailed)
    image.src = url
  }

  /** Asks for the picture again. */
  reload(): void {
    this.#image.src = this.#picture.url
  }

  override onAdd(map: LeafletMap): this {
    const pane = map.getPane(PANE) ?? map.createPane(PANE)
    pane.style.zIndex = OVER_TILES
    pane.append(this.#image)
    this.#map = map
    this.#reset()
    return this
  }

  override onRemove(): this {
    this.#image.remove()
    this.#map = null
    return this
  }

  override getEvents(): ReturnType<NonNullable<Layer['getEvents']>> {
    const reset = () => this.#reset()
    return {
      zoom: reset,
      viewreset: reset,
      // Another copy of the world may be nearer.
      moveend: reset,
      zoomanim: (event) => {
        const { center, zoom } = event as ZoomAnimEvent
        this.#animate(center, zoom)
      },
    }
  }

  #reset(): void {
    const map = this.#map
    if (map) this.#draw(map, map.getCenter(), map.getZoom(), map.getPixelOrigin())
  }

  /** To where the map will be at the end of its zoom: the style sheet moves it there meanwhile. */
  #animate(centre: LatLng, zoom: number): void {
    const map = this.#map
    if (!map) return
    const half = map.getSize().divideBy(2)
    const moved = DomUtil.getPosition(map.getPane('mapPane') as HTMLElement)
    const origin = map.project(centre, zoom).subtract(half).add(moved).round()
    this.#draw(map, centre, zoom, origin)
  }

  #draw(map: LeafletMap, centre: LatLng, zoom: number, origin: Point): void {
    const { width, height, place } = this.#picture
    const world = CRS.EPSG3857.scale(zoom)
    const { left, top, a, b } = place
    const middle = left + (a * width - b * height) / 2
    const copy = Math.round(map.project(centre, zoom).x / world - middle)
    const [x, y] = [(left + copy) * world - origin.x, top * world - origin.y]
    const turned = [a, b, -b, a].map((part) => part * world)
    this.#image.style.transform = `matrix(${[...turned, x, y].join(', ')})`
  }
}
