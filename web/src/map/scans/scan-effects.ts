import type { Map as LeafletMap } from 'leaflet'
import { FLIGHT_SECONDS, type MapSettings } from '../map-settings.ts'
import type { FlightRules } from './flight-rules.ts'
import type { PulsePool } from './pulse-pool.ts'
import type { Scan } from './scan.ts'

export interface ScanEffectsOptions {
  map: LeafletMap
  settings: MapSettings
  rules: FlightRules
  pulses: PulsePool
  /** The map moves to where a tag is read. */
  isFollowing: () => boolean
  /** The person at the screen wants nothing to move by itself. */
  isMotionReduced: () => boolean
}

/** Makes the function that shows on the map where tags are read; call it with a frame's scans. */
export function createScanEffects(options: ScanEffectsOptions): (scans: readonly Scan[]) => void {
  const { map, settings, rules, pulses, isFollowing, isMotionReduced } = options
  const { highlightRadiusPx: radiusPx, highlightMs, pulseMs, suppressedPulseMs } = settings

  const mark = ({ kind, code, place }: Scan) => {
    const standsMs = kind === 'read' ? pulseMs : suppressedPulseMs
    if (kind === 'read') {
      const tone = 'read'
      pulses.show(code, place, { kind: 'highlight', tone, radiusPx, standsMs: highlightMs })
    }
    if (!isMotionReduced())
      pulses.show(code, place, { kind: 'pulse', tone: kind, radiusPx, standsMs })
    // A still circle instead of a pulse: otherwise a repeat would not be seen at all.
    else if (kind === 'suppressed') {
      pulses.show(code, place, { kind: 'highlight', tone: kind, radiusPx, standsMs })
    }
  }
  const flyTo = ({ place }: Scan) => {
    if (!rules.begin()) return
    const zoom = Math.max(map.getZoom(), settings.flightZoom)
    if (isMotionReduced()) map.setView(place, zoom, { animate: false })
    else map.flyTo(place, zoom, { duration: FLIGHT_SECONDS })
  }

  return (scans) => {
    // In a burst, one circle for each agent and kind.
    const newest = new Map(scans.map((scan) => [`${scan.kind} ${scan.code}`, scan]))
    for (const scan of newest.values()) mark(scan)
    const read = scans.findLast(({ kind }) => kind === 'read')
    if (read && isFollowing()) flyTo(read)
  }
}
