import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from 'react-leaflet'

/** Shown over the map, but outside its container: the map gets no events from it. */
export function MapOverlay({ children }: { children: ReactNode }) {
  const frame = useMap().getContainer().parentElement
  return frame && createPortal(children, frame)
}
