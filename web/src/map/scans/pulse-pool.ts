import { canvas, CircleMarker, type Map as LeafletMap } from 'leaflet'
import type { Place } from '../coordinates.ts'

/** A circle around an agent: a still one, or rings that spread from it. */
export interface PulseLook {
  readonly kind: 'highlight' | 'pulse'
  readonly tone: 'read' | 'suppressed'
  readonly radiusPx: number
  readonly standsMs: number
}

/** The circles on the map, of which there are never more than a few. */
export interface PulsePool {
  /** A second circle of the same kind at one agent prolongs the first. */
  show(code: string, place: Place, look: PulseLook): void
  destroy(): void
}

export interface PulsePoolOptions {
  map: LeafletMap
  /** Monotonic milliseconds. */
  now: () => number
  nextFrame: (run: () => void) => () => void
}

interface Circle {
  readonly marker: CircleMarker
  key: string | null
  look: PulseLook | null
  startedAt: number
  endsAt: number
}

const CIRCLES_MAX = 20
/** A ring spreads slower than once a second: what flashes faster can make people ill. */
const RING_MS = 1200
/** Each change repaints the whole canvas: at every frame that would take most of a slow machine. */
const STEP_MS = 70
const PANE = 'pulses'
const STANDING = { weight: 3, opacity: 0.95, fillOpacity: 0.18 } as const
const COLOURS = { read: '#1b8a3f', suppressed: '#c76a00' } as const

/**
 * Draws on one canvas under the markers. Where all are in use, the circle that ends first is
 * reused.
 */
export function createPulsePool({ map, now, nextFrame }: PulsePoolOptions): PulsePool {
  const pane = map.getPane(PANE) ?? map.createPane(PANE)
  pane.style.zIndex = '450'
  pane.style.pointerEvents = 'none'
  const renderer = canvas({ pane: PANE, padding: 0.05 })
  const circles: Circle[] = []
  let cancelFrame: (() => void) | null = null
  let drawnAt = -Infinity

  const circleFor = (key: string): Circle => {
    const same = circles.find((circle) => circle.key === key)
    if (same) return same
    const free = circles.find((circle) => circle.key === null)
    if (free) return free
    if (circles.length < CIRCLES_MAX) {
      const options = { renderer, pane: PANE, interactive: false }
      const made = {
        marker: new CircleMarker([0, 0], options),
        key: null,
        look: null,
        startedAt: 0,
        endsAt: 0,
      }
      circles.push(made)
      return made
    }
    return circles.reduce((oldest, one) => (one.endsAt < oldest.endsAt ? one : oldest))
  }
  const end = (circle: Circle) => {
    circle.marker.remove()
    circle.key = null
    circle.look = null
  }
  const draw = () => {
    cancelFrame = null
    const at = now()
    if (at - drawnAt < STEP_MS) {
      cancelFrame = nextFrame(draw)
      return
    }
    drawnAt = at
    for (const circle of circles) {
      const { look, marker } = circle
      if (look === null) continue
      if (at >= circle.endsAt) end(circle)
      else if (look.kind === 'pulse') spread(marker, look, at - circle.startedAt)
    }
    if (circles.some(({ look }) => look !== null)) cancelFrame = nextFrame(draw)
  }

  return {
    show(code, place, look) {
      const circle = circleFor(`${look.kind} ${code}`)
      const key = `${look.kind} ${code}`
      const isProlonged = circle.key === key && circle.look?.tone === look.tone
      circle.endsAt = now() + look.standsMs
      if (!isProlonged) {
        const color = COLOURS[look.tone]
        circle.key = key
        circle.look = look
        circle.startedAt = now()
        circle.marker.setStyle({ color, fillColor: color, ...STANDING })
        circle.marker.setRadius(look.radiusPx)
      }
      // A prolonged circle keeps its rhythm: restarted at every read it would flicker.
      // Also where it is there already, the library would repaint the canvas.
      if (!circle.marker.getLatLng().equals(place, 0)) circle.marker.setLatLng(place)
      if (!map.hasLayer(circle.marker)) circle.marker.addTo(map)
      cancelFrame ??= nextFrame(draw)
    },
    destroy() {
      cancelFrame?.()
      for (const circle of circles) end(circle)
      renderer.remove()
    },
  }
}

function spread(marker: CircleMarker, look: PulseLook, age: number): void {
  const part = (age % RING_MS) / RING_MS
  marker.setRadius(look.radiusPx * (0.5 + 1.3 * part))
  marker.setStyle({ opacity: 0.9 * (1 - part), fillOpacity: 0.25 * (1 - part) })
}
