import type { Map as LeafletMap } from 'leaflet'
import { useEffect } from 'react'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { isWithoutStreets, PAPER_PX } from '../../paper/scale-maps.ts'
import { placeOf } from '../coordinates.ts'
import type { MapSettings } from '../map-settings.ts'
import type { AgentMarkers } from '../markers/agent-markers.ts'
import { fitAll } from '../opening-view.ts'

interface PaperViewProps {
  map: LeafletMap
  settings: MapSettings
  markers: AgentMarkers
}

/**
 * A map on paper has all of its agents, wherever somebody or a read has moved it, and whatever its
 * screen is: nobody can move paper. Afterwards it is where it was.
 */
export function PaperView({ map, settings, markers }: PaperViewProps) {
  const { agents } = useLiveLink()
  useEffect(() => {
    let goBack = () => {}
    const before = () => {
      goBack()
      const places = agents.list().flatMap((agent) => placeOf(agent) ?? [])
      const view = map.getBounds()
      // Streets of another view would not be there in time.
      if (!isWithoutStreets() && places.every((place) => view.contains(place))) return
      const [centre, zoom] = [map.getCenter(), map.getZoom()]
      const { dataset, style } = map.getContainer()
      style.width = `${PAPER_PX.width}px`
      style.height = `${PAPER_PX.height}px`
      map.invalidateSize({ animate: false })
      // The browser prints what is there as this returns: the land is drawn at once (land-layer.ts).
      dataset['paper'] = 'true'
      fitAll(map, agents.list(), settings)
      markers.showNames()
      delete dataset['paper']
      goBack = () => {
        goBack = () => {}
        style.removeProperty('width')
        style.removeProperty('height')
        map.invalidateSize({ animate: false })
        map.setView(centre, zoom, { animate: false })
      }
    }
    const after = () => goBack()
    // Captured: before the picture of the map is cut to its paper (scale-maps.ts).
    addEventListener('beforeprint', before, true)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before, true)
      removeEventListener('afterprint', after)
    }
  }, [agents, map, markers, settings])
  return null
}
