import type { LeafletEvent, LeafletKeyboardEvent, Map as LeafletMap } from 'leaflet'
import type { AgentDirectory } from '../../live/agent-directory.ts'
import { placeOf } from '../coordinates.ts'
import { AgentMarker } from './agent-marker.ts'
import { labelPlaces } from './label-room.ts'
import { createPlainLayer, type MarkerLayer } from './marker-layer.ts'

/** The markers of all agents that have a place, outside React: a map can have thousands. */
export interface AgentMarkers {
  /** Moves the map until the agent's marker can be seen, once it has one, and then runs. */
  reveal(code: string, onShown: () => void): void
  /** Gives the focus to an agent's marker, where it is in the page. */
  focus(code: string): void
  /** Gives the texts of all that is in view their places, at once instead of in the next frame. */
  showNames(): void
  /** Follows the directory until the function that it returns is called. */
  start(): () => void
}

export interface AgentMarkersOptions {
  map: LeafletMap
  agents: Pick<AgentDirectory, 'get' | 'list' | 'subscribe'>
  nextFrame: (run: () => void) => () => void
  /** Nothing may move by itself. */
  isMotionReduced: () => boolean
  /** A person chose an agent, by pointer or by key. */
  onChoose: (code: string, isByKey: boolean) => void
}

/** From this many markers on, those close together are drawn as one. */
const CLUSTERS_FROM = 200
/**
 * More cannot be reached one by one with the keyboard; the list of the status view has them all.
 */
const REACHABLE_MAX = 100
/** How many are handled in one frame: ten thousand at once would block the page for a second. */
const SLICE = 400

/** Does nothing before `start`. A marker is touched only when what it shows has changed. */
export function createAgentMarkers(options: AgentMarkersOptions): AgentMarkers {
  const { map, agents, nextFrame, isMotionReduced, onChoose } = options
  const markers = new Map<string, AgentMarker>()
  const placed = new Set<AgentMarker>()
  const waiting = new Set<string>()
  let layer: MarkerLayer | null = null
  let isCrowded = false
  let isRunning = false
  let isLoading = false
  let wanted: { code: string; onShown: () => void } | null = null
  let cancelFrame: (() => void) | null = null
  let cancelNames = () => {}

  const onMarkerEvent = (event: LeafletEvent) => {
    const marker: unknown = event.propagatedFrom
    if (!(marker instanceof AgentMarker)) return
    if (event.type === 'click') return onChoose(marker.code, false)
    const { originalEvent } = event as LeafletKeyboardEvent
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
    originalEvent.preventDefault()
    onChoose(marker.code, true)
  }
  const attachLayer = (made: MarkerLayer) => {
    layer = made
    made.group.on('click keydown', onMarkerEvent)
    for (const code of markers.keys()) waiting.add(code)
    work()
  }
  /** Moves the markers from one kind of layer to the other. */
  const replaceLayer = () => {
    isCrowded = markers.size >= CLUSTERS_FROM
    layer?.destroy()
    layer = null
    placed.clear()
    if (!isCrowded) return attachLayer(createPlainLayer(map))
    isLoading = true
    import('./cluster-layer.ts')
      .then(({ loadClusterLayer }) => loadClusterLayer())
      .then(
        (create) => {
          isLoading = false
          if (isRunning && isCrowded && layer === null) attachLayer(create(map, isMotionReduced()))
        },
        () => {
          // The hub is away: the next change of an agent tries again.
          isLoading = false
        },
      )
  }
  const takeOne = (
    code: string,
    changed: Record<'coming' | 'going' | 'redrawn', AgentMarker[]>,
  ) => {
    const agent = agents.get(code)
    const place = agent ? placeOf(agent) : null
    let marker = markers.get(code)
    if (!agent || !place) {
      if (!marker) return
      markers.delete(code)
      if (placed.delete(marker)) changed.going.push(marker)
      return
    }
    const face = { name: agent.name || code, isOnline: agent.online }
    const isReachable = isCrowded || markers.size <= REACHABLE_MAX
    if (!marker) {
      marker = new AgentMarker(code, place, face, isReachable)
      markers.set(code, marker)
    } else {
      marker.moveTo(place)
      if (marker.wear(face, isReachable)) changed.redrawn.push(marker)
    }
    if (placed.has(marker)) return
    placed.add(marker)
    changed.coming.push(marker)
  }
  const work = () => {
    cancelFrame?.()
    cancelFrame = null
    if (layer === null) {
      if (!isLoading) replaceLayer()
      return
    }
    const changed = { coming: [], going: [], redrawn: [] }
    const wasReachable = markers.size <= REACHABLE_MAX
    let left = SLICE
    for (const code of waiting) {
      if (left-- === 0) break
      waiting.delete(code)
      takeOne(code, changed)
    }
    if (markers.size >= CLUSTERS_FROM !== isCrowded) return replaceLayer()
    layer.remove(changed.going)
    layer.add(changed.coming)
    layer.refresh(changed.redrawn)
    if (wasReachable !== markers.size <= REACHABLE_MAX) {
      for (const code of markers.keys()) waiting.add(code)
    }
    const hasChanged = Object.values(changed).some((list) => list.length > 0)
    if (waiting.size > 0) cancelFrame = nextFrame(work)
    else if (hasChanged) showNames()
    showWanted()
  }
  const showWanted = () => {
    const marker = wanted && markers.get(wanted.code)
    if (!layer || !wanted || !marker || !placed.has(marker)) return
    const { onShown } = wanted
    wanted = null
    layer.reveal(marker, onShown)
  }
  // Not within the event: the layer of clusters changes its markers in the same one, and later.
  const showNamesSoon = () => {
    cancelNames()
    cancelNames = nextFrame(showNames)
  }
  const showNames = () => {
    const container = map.getContainer()
    const view = container.getBoundingClientRect()
    // Offline agents keep their texts before others: people look for them.
    const shown = [...placed]
      .flatMap((marker) => {
        const element = marker.getElement()
        return element ? [{ marker, element }] : []
      })
      .sort((a, b) => Number(a.marker.isOnline) - Number(b.marker.isOnline))
    const labels = shown.map(({ marker, element }) => {
      const { x, y } = map.latLngToContainerPoint(marker.getLatLng())
      const texts = [...element.children].map((text) => text as HTMLElement)
      const width = Math.max(...texts.map(({ offsetWidth }) => offsetWidth))
      return {
        x: view.left + x,
        y: view.top + y,
        width,
        height: texts.reduce((sum, text) => sum + text.offsetHeight, 0),
      }
    })
    const controls = [...container.querySelectorAll('.leaflet-control')]
    const taken = controls.map((control) => control.getBoundingClientRect())
    const places = labelPlaces(labels, view, taken)
    shown.forEach(({ element }, i) => {
      element.dataset['side'] = places[i]?.side ?? 'none'
      element.style.setProperty('--shift', `${places[i]?.shift ?? 0}px`)
    })
  }

  return {
    reveal(code, onShown) {
      wanted = { code, onShown }
      showWanted()
    },
    focus: (code) => markers.get(code)?.getElement()?.focus(),
    showNames,
    start() {
      isRunning = true
      const stopFollowing = agents.subscribe((changed) => {
        for (const code of changed) waiting.add(code)
        work()
      })
      map.on('moveend', showNamesSoon)
      for (const { code } of agents.list()) waiting.add(code)
      attachLayer(createPlainLayer(map))
      return () => {
        isRunning = false
        stopFollowing()
        cancelFrame?.()
        map.off('moveend', showNamesSoon)
        cancelNames()
        layer?.destroy()
        layer = null
        markers.clear()
        placed.clear()
      }
    },
  }
}
