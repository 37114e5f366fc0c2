import 'leaflet.markercluster/dist/MarkerCluster.css'
import {
  DivIcon,
  type Map as LeafletMap,
  type MarkerCluster,
  type MarkerClusterGroup as Group,
  type MarkerClusterGroupOptions,
} from 'leaflet'
import { formatCount } from '../../site-time/site-time.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import { AgentMarker } from './agent-marker.ts'
import type { MarkerLayer } from './marker-layer.ts'

const SIZE_PX = 48

type MakesGroup = new (options: MarkerClusterGroupOptions) => Group

const NAMES_SHOWN = 8
const RADIUS_PX = 80

/** Loads the layer that draws markers close together as one circle. */
export async function loadClusterLayer(): Promise<
  (map: LeafletMap, isMotionReduced: boolean) => MarkerLayer
> {
  // The plugin finds the library in the page, and its types lie in those of the library.
  const plugin: unknown = await import('leaflet.markercluster')
  const { MarkerClusterGroup } = plugin as { MarkerClusterGroup: MakesGroup }

  return (map, isMotionReduced) => {
    const group = new MarkerClusterGroup({
      maxClusterRadius: RADIUS_PX,
      showCoverageOnHover: false,
      animate: !isMotionReduced,
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

/** Offline agents first, since people look for them. */
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
    lines.push(MAP_TEXTS.andMore(formatCount(agents.length - NAMES_SHOWN)))
  }
  for (const line of lines) {
    const row = document.createElement('div')
    row.textContent = line
    list.append(row)
  }
  return list
}

/** The agents that one circle stands for. */
interface ClusterFace {
  readonly total: number
  readonly offline: number
}

/** The number of agents here; its accessible name begins with that number. */
class ClusterIcon extends DivIcon {
  readonly #face: ClusterFace

  constructor(face: ClusterFace) {
    super({ className: 'agent-cluster', iconSize: [SIZE_PX, SIZE_PX] })
    this.#face = face
  }

  override createIcon(old?: HTMLElement): HTMLElement {
    const { total, offline } = this.#face
    const element = super.createIcon(old)
    const count = formatCount(total)
    element.dataset['state'] = stateOf(this.#face)
    element.setAttribute('aria-label', MAP_TEXTS.cluster(count, formatCount(offline)))
    element.textContent = count
    // Written by the style sheet, since the accessible name has to begin with the element's text.
    if (offline > 0) element.dataset['offline'] = `◆ ${formatCount(offline)}`
    else delete element.dataset['offline']
    return element
  }
}

function stateOf({ total, offline }: ClusterFace): 'online' | 'mixed' | 'offline' {
  if (offline === 0) return 'online'
  return offline === total ? 'offline' : 'mixed'
}
