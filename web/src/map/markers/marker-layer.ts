import { FeatureGroup, type Map as LeafletMap } from 'leaflet'
import type { AgentMarker } from './agent-marker.ts'

/** The layer of a map's markers, which draws each, or those close together as one. */
export interface MarkerLayer {
  /** Gets the clicks and keys of the markers in it. */
  readonly group: FeatureGroup
  add(markers: readonly AgentMarker[]): void
  remove(markers: readonly AgentMarker[]): void
  /** These markers look different now. */
  refresh(markers: readonly AgentMarker[]): void
  /** Moves the map until the marker itself can be seen, and then runs. */
  reveal(marker: AgentMarker, onShown: () => void): void
  destroy(): void
}

/** A layer with every marker in the page, for few of them. */
export function createPlainLayer(map: LeafletMap): MarkerLayer {
  const group = new FeatureGroup().addTo(map)
  return {
    group,
    add: (markers) => markers.forEach((marker) => group.addLayer(marker)),
    remove: (markers) => markers.forEach((marker) => group.removeLayer(marker)),
    refresh() {},
    reveal: (_, onShown) => onShown(),
    destroy: () => group.remove(),
  }
}
