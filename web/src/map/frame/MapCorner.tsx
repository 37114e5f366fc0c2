import { Control, DomEvent } from 'leaflet'
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from 'react-leaflet'

/** Stands under the map's zoom buttons. */
export function MapCorner({ children }: { children: ReactNode }) {
  const map = useMap()
  const [place] = useState(() => {
    const element = document.createElement('div')
    element.className = 'leaflet-bar'
    DomEvent.disableClickPropagation(element)
    return element
  })
  useEffect(() => {
    const control = new Control({ position: 'topleft' })
    control.onAdd = () => place
    control.addTo(map)
    return () => void control.remove()
  }, [map, place])
  return createPortal(children, place)
}
