import type { GridLayer, Map as LeafletMap } from 'leaflet'
import { useEffect } from 'react'
import { loadLandLayer } from './land-layer.ts'
import { NoStreets } from './NoStreets.tsx'

interface OwnGroundProps {
  map: LeafletMap
  /** Drawn anew in its colours. */
  scheme: string
  /** Says that there are no streets. */
  hasNote: boolean
}

/** The land that the browser draws where it has no tiles: a site with tiles never loads it. */
export function OwnGround({ map, scheme, hasNote }: OwnGroundProps) {
  useEffect(() => {
    let land: GridLayer | null = null
    let isGone = false
    loadLandLayer(map).then(
      (loaded) => {
        if (!isGone) land = loaded.addTo(map)
      },
      () => {
        // The hub is away: the agents are shown without a map.
      },
    )
    return () => {
      isGone = true
      land?.remove()
    }
  }, [map, scheme])
  return hasNote && <NoStreets />
}
