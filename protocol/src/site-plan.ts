import type { SitePlanPoint } from './api/site-plan.ts'

/** A picture of a site as the hub takes it. */
export const PLAN_MAX_BYTES = 10 * 1024 * 1024
/** Pixels of its longer side as the hub keeps it, at the most. */
export const PLAN_SIDE_MAX = 4096
/** The part of the picture's diagonal that its two points are apart at the least: an error of a click grows with the rest. */
const APART_MIN = 0.05
/** The same on the ground, metres. */
const GROUND_MIN_M = 1
/** The ground that a picture's diagonal may cover, metres: more is a slip in a coordinate. */
const GROUND_MAX_M = 100_000
/** Web Mercator, in which the map is drawn, ends here. */
const LAT_MAX = 85

export interface PlanSize {
  width: number
  height: number
}

/**
 * Where a picture lies on the world as one square of Web Mercator, 0 to 1 from the north-west: its
 * pixel (x, y) is at (`left` + `a` x − `b` y, `top` + `b` x + `a` y). Turned and scaled, never
 * stretched or mirrored.
 */
export interface PlanPlace {
  left: number
  top: number
  a: number
  b: number
}

/** The place that two points give; across 180° of longitude by the shorter way. */
export function placePlan([p, q]: readonly [SitePlanPoint, SitePlanPoint]): PlanPlace {
  const [from, to] = [onWorld(p), onWorld(q)]
  const east = to.x - from.x
  const [dx, dy] = [east - Math.round(east), to.y - from.y]
  const [px, py] = [q.x - p.x, q.y - p.y]
  const length = px * px + py * py
  const a = (dx * px + dy * py) / length
  const b = (dy * px - dx * py) / length
  return { a, b, left: from.x - a * p.x + b * p.y, top: from.y - b * p.x - a * p.y }
}

/** Why two points do not place a picture; null: they do. */
export type PlanFault = 'outside' | 'same pixel' | 'same place' | 'too far' | 'near a pole'

export function planFault(
  points: readonly [SitePlanPoint, SitePlanPoint],
  { width, height }: PlanSize,
): PlanFault | null {
  const [p, q] = points
  if (points.some(({ x, y }) => !(x >= 0 && x <= width && y >= 0 && y <= height))) return 'outside'
  if (points.some(({ lat }) => !(Math.abs(lat) <= LAT_MAX))) return 'near a pole'
  const diagonal = Math.hypot(width, height)
  const pixels = Math.hypot(q.x - p.x, q.y - p.y)
  if (!(pixels >= diagonal * APART_MIN)) return 'same pixel'
  const metres = metresBetween(p, q)
  if (!(metres >= GROUND_MIN_M)) return 'same place'
  return (metres / pixels) * diagonal > GROUND_MAX_M ? 'too far' : null
}

/** Metres between two places on the ground, by the shorter way. */
export function metresBetween(
  p: Pick<SitePlanPoint, 'lat' | 'lon'>,
  q: Pick<SitePlanPoint, 'lat' | 'lon'>,
): number {
  const rad = Math.PI / 180
  const half = (degrees: number) => Math.sin((degrees * rad) / 2) ** 2
  const across = Math.cos(p.lat * rad) * Math.cos(q.lat * rad)
  const chord = half(q.lat - p.lat) + across * half(q.lon - p.lon)
  return 2 * 6_371_000 * Math.asin(Math.sqrt(Math.min(1, chord)))
}

function onWorld({ lat, lon }: SitePlanPoint): { x: number; y: number } {
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) }
}
