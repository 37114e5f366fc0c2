import 'leaflet/dist/leaflet.css'
import './leaflet-look.css'
import { useEffect, useId, type ReactNode } from 'react'
import { AttributionControl, MapContainer, ScaleControl, useMap, ZoomControl } from 'react-leaflet'
import { MAP_TEXTS } from '../texts/map.ts'
import { prefersReducedMotion } from './reduced-motion.ts'
import type { Place } from './coordinates.ts'
import { ZOOM_MAX, ZOOM_MIN } from './map-settings.ts'
import { Ground } from './tiles/Ground.tsx'
import { PageGestures } from './frame/PageGestures.tsx'
import classes from './frame/map-frame.module.css'

export interface MapFrameProps {
  /** The name of the map for those who do not see it. */
  label: string
  /** The first centre and zoom. */
  centre: Place
  zoom: number
  /** Wheel and finger scroll the page; they move the map only with Ctrl, or after a tap. */
  isInPage?: boolean
  /** False while the first view is undecided: no tiles are loaded that would not be shown. */
  hasView?: boolean
  /** Layers and whatever else uses the map (`useMap`). */
  children?: ReactNode
}

/**
 * A map that fills its place: tiles, or drawn land where there are none. Agents, pins and the like
 * are its children. Its place needs a height.
 */
export function MapFrame(props: MapFrameProps) {
  const { label, centre, zoom, isInPage = false, hasView = true, children } = props
  const end = useId()
  const isMotionReduced = prefersReducedMotion()
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href={`#${end}`}>
        {MAP_TEXTS.skip}
      </a>
      <MapContainer
        className={classes.map ?? ''}
        center={centre}
        zoom={zoom}
        minZoom={ZOOM_MIN}
        maxZoom={ZOOM_MAX}
        zoomControl={false}
        attributionControl={false}
        trackResize={false}
        scrollWheelZoom={!isInPage}
        worldCopyJump
        fadeAnimation={!isMotionReduced}
        zoomAnimation={!isMotionReduced}
        inertia={!isMotionReduced}
      >
        <Named label={label} />
        <FitToPlace />
        {isInPage && <PageGestures />}
        <ZoomControl
          zoomInTitle={MAP_TEXTS.controls.zoomIn}
          zoomOutTitle={MAP_TEXTS.controls.zoomOut}
        />
        <ScaleControl imperial={false} />
        <AttributionControl prefix="Leaflet" />
        {children}
        {hasView && <Ground />}
      </MapContainer>
      <span id={end} tabIndex={-1} />
    </div>
  )
}

function Named({ label }: { label: string }) {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    // No landmark: it stands in one of the same name on the dashboard.
    container.setAttribute('role', 'group')
    container.setAttribute('aria-label', label)
    // Leaflet puts them behind all markers, for whoever goes through the map by keyboard, too.
    const corner = container.querySelector('.leaflet-top')
    if (corner) container.prepend(corner)
  }, [map, label])
  return null
}

/** Leaflet measures its place once. On paper it is a picture, which is not to be moved in its frame. */
function FitToPlace() {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    const observer = new ResizeObserver(
      () => container.style.zoom || map.invalidateSize({ animate: false, pan: true }),
    )
    observer.observe(container)
    return () => observer.disconnect()
  }, [map])
  return null
}
