import { LatLngBounds, type Map as LeafletMap } from 'leaflet'
import { useEffect } from 'react'
import type { KnownAgent } from '../live/known-agent.ts'
import { useApp } from '../app-parts.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { placeOf } from './coordinates.ts'
import {
  EMPTY_CENTRE,
  FIT_MAX_ZOOM,
  type MapSettings,
  NARROW_BOTTOM_RIGHT,
  NARROW_PX,
  NARROW_TOP_LEFT,
} from './map-settings.ts'
import type { AgentMarkers } from './markers/agent-markers.ts'

/** Shows all agents that have a place, or the default view where none has; says whether one has. */
export function fitAll(
  map: LeafletMap,
  agents: readonly KnownAgent[],
  { fitPadding, emptyZoom }: MapSettings,
): boolean {
  const places = agents.map(placeOf).filter((place) => place !== null)
  const [first] = places
  if (!first) {
    map.setView(EMPTY_CENTRE, emptyZoom, { animate: false })
    return false
  }
  const bounds = new LatLngBounds(first, first)
  for (const place of places) bounds.extend(place)
  map.fitBounds(bounds.pad(fitPadding), {
    maxZoom: FIT_MAX_ZOOM,
    animate: false,
    ...(map.getSize().x < NARROW_PX && {
      paddingTopLeft: NARROW_TOP_LEFT,
      paddingBottomRight: NARROW_BOTTOM_RIGHT,
    }),
  })
  return true
}

interface OpeningViewOptions {
  map: LeafletMap
  settings: MapSettings
  isReady: boolean
  focus: string | null
  markers: AgentMarkers
  onFocus: (code: string) => void
  /** Called when the map has its first view, so that tiles can be loaded. */
  onOpen: () => void
}

/**
 * Decides once what the map shows: the agent that was asked for, or all of them, at the latest when
 * the first one gets a place. From then on it moves for people and reads only.
 */
export function useOpeningView(options: OpeningViewOptions): void {
  const { map, settings, isReady, focus, markers, onFocus, onOpen } = options
  const { nextFrame } = useApp()
  const { agents } = useLiveLink()

  useEffect(() => {
    if (!isReady) return undefined
    let stop = () => {}
    const open = () => {
      const asked = focus === null ? undefined : agents.get(focus)
      const place = asked && placeOf(asked)
      if (asked && place) {
        map.setView(place, Math.max(map.getZoom(), settings.flightZoom), { animate: false })
        markers.reveal(asked.code, () => onFocus(asked.code))
      } else if (!fitAll(map, agents.list(), settings)) {
        stop = agents.subscribe(() => {
          if (!agents.list().some((agent) => placeOf(agent))) return
          stop()
          fitAll(map, agents.list(), settings)
        })
      }
      onOpen()
    }
    // An answer that has just come is in the directory after this frame's effects.
    const cancel = nextFrame(open)
    return () => {
      cancel()
      stop()
    }
  }, [map, settings, isReady, focus, markers, onFocus, onOpen, agents, nextFrame])
}
