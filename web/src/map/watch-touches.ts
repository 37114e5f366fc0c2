import type { Map as LeafletMap } from 'leaflet'

const TOUCHES = ['pointerdown', 'wheel', 'keydown', 'dblclick'] as const

/** Calls back whenever a person moves the map, until the function that it gives is called. */
export function watchTouches(map: LeafletMap, onTouch: () => void): () => void {
  const container = map.getContainer()
  const options = { capture: true, passive: true }
  // A wheel that scrolls the page past the map is no touch of it.
  const hear = ({ type }: Event) => {
    if (type !== 'wheel' || map.scrollWheelZoom.enabled()) onTouch()
  }
  for (const name of TOUCHES) container.addEventListener(name, hear, options)
  return () => {
    for (const name of TOUCHES) container.removeEventListener(name, hear, options)
  }
}
