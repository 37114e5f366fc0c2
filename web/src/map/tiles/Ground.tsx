import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GridLayer, TileLayer as LeafletTiles } from 'leaflet'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { TileLayer, useMap } from 'react-leaflet'
import { publicConfigQuery } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { LaterPart } from '../../components/LaterPart.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { MapOverlay } from '../frame/MapOverlay.tsx'
import { ZOOM_MAX } from '../map-settings.ts'
import { attributionOf } from './attribution.ts'
import { createTileHealth } from './tile-health.ts'

const NoStreets = lazyPart(async () => (await import('../base/NoStreets.tsx')).NoStreets)

const URL = '/api/tiles/{z}/{x}/{y}'

/** The tiles of the hub; while they fail, the land drawn in the browser, and a note about it. */
export function Ground() {
  const { api, clock } = useApp()
  const tiles = useQuery(publicConfigQuery(api)).data?.tiles
  const layer = useRef<LeafletTiles>(null)
  const [health] = useState(() => createTileHealth(clock))
  useEffect(() => health.start(() => layer.current?.redraw()), [health])
  const handlers = useMemo(
    () => ({
      loading: health.begin,
      tileload: health.loaded,
      tileerror: health.failed,
      load: health.settle,
    }),
    [health],
  )
  const isFailing = useStore(health.isFailing, (failing) => failing)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const zoom = useZoom()
  const isWithout = isFailing || tiles?.available === false
  return (
    <>
      {tiles?.available && (
        <TileLayer
          ref={layer}
          url={URL}
          attribution={attributionOf(tiles.attribution)}
          minZoom={tiles.minZoom}
          maxNativeZoom={tiles.maxZoom}
          maxZoom={ZOOM_MAX}
          eventHandlers={handlers}
        />
      )}
      {(isWithout || zoom < (tiles?.minZoom ?? 0)) && <DrawnLand key={scheme} />}
      <MapOverlay>
        {isWithout && (
          <LaterPart>
            <NoStreets />
          </LaterPart>
        )}
      </MapOverlay>
    </>
  )
}

function useZoom(): number {
  const map = useMap()
  const subscribe = useCallback(
    (notify: () => void) => {
      map.on('zoomend', notify)
      return () => map.off('zoomend', notify)
    },
    [map],
  )
  return useSyncExternalStore(subscribe, () => map.getZoom())
}

/** Loads its code and data when it is mounted: a site with tiles never needs them. */
function DrawnLand() {
  const map = useMap()
  useEffect(() => {
    let land: GridLayer | null = null
    let isGone = false
    import('../base/land-layer.ts')
      .then(({ loadLandLayer }) => loadLandLayer(map))
      .then(
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
  }, [map])
  return null
}
