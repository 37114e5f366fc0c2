import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import { useApp } from '../../app-parts.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import { MapOverlay } from './MapOverlay.tsx'
import classes from './map-frame.module.css'

const HINT_MS = 1500

/** Leaves wheel and finger to the page: the map takes Ctrl and wheel, and a finger after a tap. */
export function PageGestures() {
  const map = useMap()
  const { clock } = useApp()
  const [hint, setHint] = useState<string | null>(null)

  useEffect(() => {
    const container = map.getContainer()
    const byFinger = matchMedia('(pointer: coarse)').matches
    let cancelHint = () => {}
    const showHint = (text: string) => {
      cancelHint()
      setHint(text)
      cancelHint = clock.after(HINT_MS, () => setHint(null))
    }
    // Runs before the map's own listener, which is there only while Ctrl is held.
    const onWheel = ({ ctrlKey, metaKey }: WheelEvent) => {
      if (ctrlKey || metaKey) map.scrollWheelZoom.enable()
      else {
        map.scrollWheelZoom.disable()
        showHint(MAP_TEXTS.controls.wheel)
      }
    }
    const takeGestures = () => {
      map.dragging.enable()
      map.touchZoom.enable()
    }
    const leaveGestures = () => {
      map.dragging.disable()
      map.touchZoom.disable()
    }
    const onOutside = ({ target }: Event) => {
      if (!(target instanceof Node && container.contains(target))) leaveGestures()
    }
    const onMove = () => {
      if (!map.dragging.enabled()) showHint(MAP_TEXTS.controls.tap)
    }
    const options = { capture: true, passive: true }
    // Not passive: the browser would scroll or zoom the page before the map's own listener is there.
    container.addEventListener('wheel', onWheel, { capture: true, passive: false })
    if (byFinger) {
      leaveGestures()
      container.addEventListener('click', takeGestures)
      container.addEventListener('touchmove', onMove, options)
      document.addEventListener('pointerdown', onOutside)
    }
    return () => {
      cancelHint()
      container.removeEventListener('wheel', onWheel, options)
      container.removeEventListener('click', takeGestures)
      container.removeEventListener('touchmove', onMove, options)
      document.removeEventListener('pointerdown', onOutside)
    }
  }, [map, clock])

  return (
    <MapOverlay>
      {hint && (
        <div className={classes.hint} aria-hidden>
          {hint}
        </div>
      )}
    </MapOverlay>
  )
}
