import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Map as LeafletMap, TileLayer as LeafletTiles } from 'leaflet'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { TileLayer, useMap } from 'react-leaflet'
import { mapAgentsQuery } from '../../api/agents/agent-lists.ts'
import { publicConfigQuery } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { LaterPart } from '../../components/LaterPart.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { MapOverlay } from '../frame/MapOverlay.tsx'
import { ZOOM_MAX } from '../map-settings.ts'
import { attributionOf } from './attribution.ts'
import { createTileHealth } from './tile-health.ts'

const OwnGround = lazyPart(async () => (await import('../base/OwnGround.tsx')).OwnGround)
const SitePlan = lazyPart(async () => (await import('../plan/SitePlan.tsx')).SitePlan)

const URL = '/api/tiles/{z}/{x}/{y}'

/**
 * The tiles of the hub; while they fail, the land drawn in the browser, and a note about it. Over
 * that the plan of the site, where it has one.
 */
export function Ground() {
  const app = useApp()
  const { api, clock } = app
  const tiles = useQuery(publicConfigQuery(api)).data?.tiles
  // The map's own list, which is fetched here only where no map has it yet.
  const plan = useQuery({
    ...mapAgentsQuery(app),
    refetchOnMount: false,
    select: ({ answer }) => answer.site_plan,
  }).data
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
  const map = useMap()
  const zoom = useZoom(map)
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
      <MapOverlay>
        <LaterPart>
          {(isWithout || zoom < (tiles?.minZoom ?? 0)) && (
            <OwnGround map={map} scheme={scheme} hasNote={isWithout && !plan} />
          )}
        </LaterPart>
        <LaterPart>{plan && <SitePlan map={map} mark={plan} />}</LaterPart>
      </MapOverlay>
    </>
  )
}

function useZoom(map: LeafletMap): number {
  const subscribe = useCallback(
    (notify: () => void) => {
      map.on('zoomend', notify)
      return () => map.off('zoomend', notify)
    },
    [map],
  )
  return useSyncExternalStore(subscribe, () => map.getZoom())
}
