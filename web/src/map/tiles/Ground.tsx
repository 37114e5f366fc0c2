import { useQuery } from '@tanstack/react-query'
import type { TileLayer as LeafletTiles } from 'leaflet'
import { useEffect, useMemo, useRef, useState } from 'react'
import { TileLayer } from 'react-leaflet'
import { publicConfigQuery } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import { MapOverlay } from '../frame/MapOverlay.tsx'
import { ZOOM_MAX } from '../map-settings.ts'
import classes from './ground.module.css'
import { attributionOf } from './attribution.ts'
import { createTileHealth } from './tile-health.ts'
import { tileSourceOf } from './tile-source.ts'

const URL = '/api/tiles/{z}/{x}/{y}'

/** The tiles of the hub; while they fail, the land as it is drawn here, and a word on it. */
export function Ground() {
  const { api, clock } = useApp()
  const { data, isPending } = useQuery(publicConfigQuery(api))
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
  const source = tileSourceOf(data)
  return (
    <>
      {!isPending && (
        <TileLayer
          ref={layer}
          url={URL}
          attribution={attributionOf(source.attribution)}
          maxNativeZoom={source.maxZoom}
          maxZoom={ZOOM_MAX}
          eventHandlers={handlers}
        />
      )}
      <MapOverlay>
        <output className={classes.noTiles}>{isFailing && MAP_TEXTS.noTiles}</output>
      </MapOverlay>
    </>
  )
}
