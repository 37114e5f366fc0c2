/**
 * Between the margins of Letter, the wider paper; A4 cuts a map 6 mm earlier. Of the height there is a
 * list below.
 */
export const PAPER_PX = { width: 740, height: 620 }
/** Around what is cut out, and its least width and shape: a single gate is no whole sheet. */
const CUT = { margin: 48, width: 575, shape: 0.45 }

interface Rect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Whether the printed map, if there is one, is the drawn land, which has no streets. */
export function isWithoutStreets(): boolean {
  const tiles = document.querySelectorAll<HTMLImageElement>('.leaflet-tile-pane img')
  // One that failed is there, too.
  return [...tiles].every(({ naturalWidth }) => naturalWidth === 0)
}

/**
 * A map is drawn for its screen, in pixels: on paper it is that picture, smaller. Without streets it
 * is the part of it that has gates: the rest would be empty paper.
 */
export function scaleMaps(isPrinting: boolean): void {
  for (const map of document.querySelectorAll<HTMLElement>('.leaflet-container')) {
    const pane = map.querySelector<HTMLElement>('.leaflet-map-pane')
    if (!isPrinting) {
      for (const name of ['width', 'height', 'zoom', '--paper-type']) {
        map.style.removeProperty(name)
      }
      pane?.style.removeProperty('translate')
      delete map.dataset['bare']
      continue
    }
    const whole = { left: 0, top: 0, width: map.offsetWidth, height: map.offsetHeight }
    const isBare = isWithoutStreets()
    if (isBare) map.dataset['bare'] = 'true'
    const { left, top, width, height } = isBare ? gatesIn(map, whole) : whole
    map.style.width = `${width}px`
    map.style.height = `${height}px`
    if (pane) pane.style.translate = `${-left}px ${-top}px`
    const zoom = Math.min(PAPER_PX.width / width, PAPER_PX.height / height)
    map.style.zoom = `${zoom}`
    // Names are read on paper, too, and still have their room.
    map.style.setProperty('--paper-type', `${Math.min(1.1, 0.75 / zoom)}rem`)
  }
}

/** The part of a map that has its gates and their names, as wide as the paper where the map is. */
function gatesIn(map: HTMLElement, whole: Rect): Rect {
  const frame = map.getBoundingClientRect()
  const rects = [...map.querySelectorAll('.leaflet-marker-pane > *, .agent-name, .agent-word')]
    .map((one) => one.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) => {
      return right > frame.left && left < frame.right && bottom > frame.top && top < frame.bottom
    })
  if (rects.length === 0) return whole
  const left = Math.min(...rects.map((rect) => rect.left)) - frame.left
  const right = Math.max(...rects.map((rect) => rect.right)) - frame.left
  const top = Math.min(...rects.map((rect) => rect.top)) - frame.top
  const bottom = Math.max(...rects.map((rect) => rect.bottom)) - frame.top
  const high = Math.min(whole.height, bottom - top + 2 * CUT.margin)
  const wide = (high * PAPER_PX.width) / PAPER_PX.height
  const width = Math.min(whole.width, Math.max(CUT.width, wide, right - left + 2 * CUT.margin))
  const height = Math.min(whole.height, Math.max(width * CUT.shape, high))
  const within = (middle: number, size: number, all: number) =>
    Math.min(Math.max(0, middle - size / 2), all - size)
  return {
    left: within((left + right) / 2, width, whole.width),
    top: within((top + bottom) / 2, height, whole.height),
    width,
    height,
  }
}
