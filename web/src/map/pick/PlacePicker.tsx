import './place-picker.css'
import L from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { prefersReducedMotion } from '../reduced-motion.ts'
import type { Place } from '../coordinates.ts'
import { MapFrame } from '../MapFrame.tsx'
import { EMPTY_CENTRE } from '../map-settings.ts'

/** The zoom without a place, and with one. */
const EMPTY_ZOOM = 13
const PLACE_ZOOM = 15
const OTHER_RADIUS_PX = 6

export interface PlacePickerProps {
  /** The names of map and pin for those who do not see them. */
  label: string
  pinLabel: string
  /** The chosen place; null: none. */
  place: Place | null
  /** Shown faintly, to find one's way by. */
  others: readonly Place[]
  /** A click, or the end of a drag. */
  onPick: (place: Place) => void
  /** Called once the map is there, with a function that returns its centre. */
  onReady?: (centre: () => Place) => void
  /** Where the map begins, while no place is chosen. */
  opening?: Place | null
  /** Further layers. */
  children?: ReactNode
}

/** A map on which one place is chosen. Its place needs a height. */
export function PlacePicker({ label, place, opening: first, children, ...rest }: PlacePickerProps) {
  // Only the first view: the map does not move when the pin is set.
  const [opening] = useState({
    centre: place ?? first ?? EMPTY_CENTRE,
    zoom: (place ?? first) ? PLACE_ZOOM : EMPTY_ZOOM,
  })
  return (
    <MapFrame label={label} {...opening}>
      <Pin place={place} {...rest} />
      <Others places={rest.others} />
      {children}
    </MapFrame>
  )
}

function Pin({ place, pinLabel, onPick, onReady }: Omit<PlacePickerProps, 'label' | 'children'>) {
  const map = useMap()
  const marker = useRef<L.Marker | null>(null)
  const pick = (at: L.LatLng) => onPick(plain(at))
  const drop = useEffectEvent(pick)
  const reportReady = useEffectEvent((centre: () => Place) => onReady?.(centre))
  useMapEvents({ click: ({ latlng }) => pick(latlng) })
  useEffect(() => reportReady(() => plain(map.getCenter())), [map])
  const lat = place?.lat
  const lng = place?.lng
  useEffect(() => {
    if (lat === undefined || lng === undefined) {
      marker.current?.remove()
      marker.current = null
      return
    }
    if (marker.current) marker.current.setLatLng([lat, lng])
    else marker.current = addPin(map, [lat, lng], pinLabel, (at) => drop(at))
    if (!map.getBounds().contains([lat, lng])) map.setView([lat, lng], map.getZoom())
  }, [map, lat, lng, pinLabel])
  useEffect(
    () => () => {
      marker.current?.remove()
      marker.current = null
    },
    [map],
  )
  return null
}

/** Wraps the longitude of a map that was moved around the world. */
function plain(at: L.LatLng): Place {
  const { lat, lng } = at.wrap()
  return { lat, lng }
}

function addPin(map: L.Map, at: L.LatLngTuple, label: string, onDrop: (at: L.LatLng) => void) {
  const icon = L.divIcon({ className: 'place-pin', iconSize: [28, 36], iconAnchor: [14, 36] })
  // With the keyboard, the fields and the map itself set the place.
  const pin = L.marker(at, {
    icon,
    draggable: true,
    keyboard: false,
    autoPan: !prefersReducedMotion(),
  })
  pin.on('dragend', () => onDrop(pin.getLatLng()))
  pin.addTo(map)
  const element = pin.getElement()
  element?.setAttribute('role', 'img')
  element?.setAttribute('aria-label', label)
  return pin
}

function Others({ places }: { places: readonly Place[] }) {
  const map = useMap()
  useEffect(() => {
    const renderer = L.canvas()
    const colour = getComputedStyle(map.getContainer()).getPropertyValue('--page-muted')
    const style = { radius: OTHER_RADIUS_PX, color: colour, weight: 2, opacity: 0.6 }
    const layer = L.layerGroup(
      places.map(({ lat, lng }) =>
        L.circleMarker([lat, lng], { ...style, renderer, interactive: false }),
      ),
    ).addTo(map)
    return () => {
      layer.remove()
      renderer.remove()
    }
  }, [map, places])
  return null
}
