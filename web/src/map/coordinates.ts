/** A place on the map, in degrees. */
export interface Place {
  readonly lat: number
  readonly lng: number
}

/** An agent's coordinates as the hub gives them. */
interface Coordinates {
  readonly lat: number | null
  readonly lng: number | null
}

/** The projection of web maps ends here. */
const DRAWN_LAT_MAX = 85.05

/**
 * Where an agent is drawn; null where it has no coordinates, or none on earth, which would take the
 * whole map with them. 0, 0 is a place, and so are the poles: they are drawn at the map's edge.
 */
export function placeOf({ lat, lng }: Coordinates): Place | null {
  if (lat === null || lng === null) return null
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null
  return { lat: Math.max(-DRAWN_LAT_MAX, Math.min(DRAWN_LAT_MAX, lat)), lng }
}
