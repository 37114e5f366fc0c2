import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from 'react-leaflet'

/** Lies over the map, beside its container: the map hears nothing of what happens in it. */
export function MapOverlay({ children }: { children: ReactNode }) {
  const frame = useMap().getContainer().parentElement
  return frame && createPortal(children, frame)
}
