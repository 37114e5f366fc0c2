import { FeatureGroup, type Map as LeafletMap } from 'leaflet'
import type { AgentMarker } from './agent-marker.ts'

/** What the markers of a map lie in: side by side, or those that are close together as one. */
export interface MarkerLayer {
  /** Hears the clicks and keys of the markers in it. */
  readonly group: FeatureGroup
  add(markers: readonly AgentMarker[]): void
  remove(markers: readonly AgentMarker[]): void
  /** These markers look different now. */
  refresh(markers: readonly AgentMarker[]): void
  /** Moves the map until the marker itself can be seen, and then runs. */
  reveal(marker: AgentMarker, onShown: () => void): void
  destroy(): void
}

/** Every marker is in the page: for few. */
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
