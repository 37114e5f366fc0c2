import type {
  Map as LeafletMap,
  MarkerCluster,
  MarkerClusterGroup as Group,
  MarkerClusterGroupOptions,
} from 'leaflet'
import 'leaflet.markercluster/dist/MarkerCluster.css'
import { formatCount } from '../../site-time/site-time.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import { AgentMarker } from './agent-marker.ts'
import { ClusterIcon } from './cluster-icon.ts'
import type { MarkerLayer } from './marker-layer.ts'

type MakesGroup = new (options: MarkerClusterGroupOptions) => Group

const NAMES_SHOWN = 8
const RADIUS_PX = 80

/** Loads what makes one circle of markers that are close together. */
export async function loadClusterLayer(): Promise<
  (map: LeafletMap, isCalm: boolean) => MarkerLayer
> {
  // The plugin finds the library in the page, and its types lie in those of the library.
  const plugin: unknown = await import('leaflet.markercluster')
  const { MarkerClusterGroup } = plugin as { MarkerClusterGroup: MakesGroup }

  return (map, isCalm) => {
    const group = new MarkerClusterGroup({
      maxClusterRadius: RADIUS_PX,
      showCoverageOnHover: false,
      animate: !isCalm,
      spiderLegPolylineOptions: { weight: 2, color: '#5c6370', opacity: 0.8 },
      iconCreateFunction(cluster) {
        // The cluster is not in the page yet: the text is made when somebody points at it.
        cluster.bindTooltip(() => namesIn(cluster), { direction: 'top', offset: [0, -20] })
        return new ClusterIcon(countIn(cluster))
      },
    }).addTo(map)
    return {
      group,
      add: (markers) => group.addLayers([...markers]),
      remove: (markers) => group.removeLayers([...markers]),
      refresh(markers) {
        if (markers.length > 0) group.refreshClusters([...markers])
      },
      reveal: (marker, onShown) => group.zoomToShowLayer(marker, onShown),
      destroy: () => group.remove(),
    }
  }
}

function agentsIn(cluster: MarkerCluster): AgentMarker[] {
  return cluster.getAllChildMarkers().filter((marker) => marker instanceof AgentMarker)
}

function countIn(cluster: MarkerCluster) {
  const agents = agentsIn(cluster)
  return { total: agents.length, offline: agents.filter(({ isOnline }) => !isOnline).length }
}

/** Those that are offline first: they are what somebody looks for. */
function namesIn(cluster: MarkerCluster): HTMLElement {
  const agents = agentsIn(cluster).sort(
    (a, b) => Number(a.isOnline) - Number(b.isOnline) || a.agentName.localeCompare(b.agentName),
  )
  const list = document.createElement('div')
  list.className = 'cluster-names'
  const lines = agents
    .slice(0, NAMES_SHOWN)
    .map(({ agentName, isOnline }) => `${isOnline ? '●' : '◆'} ${agentName}`)
  if (agents.length > NAMES_SHOWN) {
    lines.push(MAP_TEXTS.clusterMore(formatCount(agents.length - NAMES_SHOWN)))
  }
  for (const line of lines) {
    const row = document.createElement('div')
    row.textContent = line
    list.append(row)
  }
  return list
}
