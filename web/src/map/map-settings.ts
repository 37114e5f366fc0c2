/** How one kind of map behaves, in the specification's numbers. */
export interface MapSettings {
  /** The zoom where no agent has a place. */
  readonly emptyZoom: number
  /** The part of the agents' own extent that stays free on each side. */
  readonly fitPadding: number
  /** A flight to an agent ends at least this near. */
  readonly flightZoom: number
  readonly highlightRadiusPx: number
  readonly highlightMs: number
  readonly pulseMs: number
  readonly suppressedPulseMs: number
  readonly toastMs: number
  readonly suppressedToastMs: number
  /** The wheel scrolls the page, and zooms only together with Ctrl; a finger pans after a tap. */
  readonly isInPage: boolean
}

/** The map on its own screen. */
export const FULL_MAP: MapSettings = {
  emptyZoom: 12,
  fitPadding: 0.15,
  flightZoom: 14,
  highlightRadiusPx: 20,
  highlightMs: 6000,
  pulseMs: 3500,
  suppressedPulseMs: 3000,
  toastMs: 4000,
  suppressedToastMs: 3500,
  isInPage: false,
}

/** The map on its card of the dashboard. */
export const WIDGET_MAP: MapSettings = {
  emptyZoom: 13,
  fitPadding: 0.2,
  flightZoom: 13,
  highlightRadiusPx: 18,
  highlightMs: 5000,
  pulseMs: 3000,
  suppressedPulseMs: 2500,
  toastMs: 3500,
  suppressedToastMs: 3000,
  isInPage: true,
}

/** The centre of the map where no agent has a place. */
export const EMPTY_CENTRE = { lat: 4.711, lng: -74.072 } as const
/** The nearest zoom of a fit: a single agent would fill the map with one street. */
export const FIT_MAX_ZOOM = 15
/** A map that is narrower is a phone's (as in its style sheets), pixels. */
export const NARROW_PX = 480
/** There its agents are shown right of the map's own buttons, pixels. */
export const NARROW_TOP_LEFT: [number, number] = [66, 14]
/** And above the credit and a toast, with the texts below their shapes. */
export const NARROW_BOTTOM_RIGHT: [number, number] = [0, 136]
/** At this zoom the whole world fits a screen. */
export const ZOOM_MIN = 2
/** Nearer than the tiles go: the last ones are drawn larger. */
export const ZOOM_MAX = 19
/** How long a flight to an agent takes. */
export const FLIGHT_SECONDS = 0.6
/** The default of the automatic refresh, and its shortest; 0 turns it off. */
export const REFRESH_DEFAULT_S = 20
export const REFRESH_MIN_S = 5
