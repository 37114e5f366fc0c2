import type { LngLat } from './simplify-line.ts'

/**
 * A ring as rings within 180° west and east, since a map on paper ends there: the atlas draws Russia,
 * Fiji and Antarctica across that line, and a straight edge from one side to the other would be a
 * stripe over the whole world.
 */
export function splitAt180(ring: readonly LngLat[]): LngLat[][] {
  const unrolled = closeOverPole(unroll(ring))
  const wests = unrolled.map(([lng]) => lng)
  const [west, east] = [Math.min(...wests), Math.max(...wests)]
  const pieces: LngLat[][] = []
  for (let world = Math.floor((west + 180) / 360); world * 360 - 180 < east; world++) {
    const moved = unrolled.map(([lng, lat]): LngLat => [lng - world * 360, lat])
    const piece = clip(clip(moved, -180, 1), 180, -1)
    if (piece.length >= 3) pieces.push(piece)
  }
  return pieces
}

/** The ring with longitudes that run on past 180° instead of jumping back. */
function unroll(ring: readonly LngLat[]): LngLat[] {
  let last = ring[0]?.[0] ?? 0
  return ring.map(([lng, lat]) => {
    last = lng + 360 * Math.round((last - lng) / 360)
    return [last, lat]
  })
}

/** A ring around a pole ends 360° from where it began; its sides go down to the pole. */
function closeOverPole(ring: LngLat[]): LngLat[] {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || Math.abs(first[0] - last[0]) < 180) return ring
  const pole = first[1] < 0 ? -90 : 90
  return [...ring, [last[0], pole], [first[0], pole]]
}

/** What lies east (`side` 1) or west (-1) of a meridian (Sutherland and Hodgman). */
function clip(ring: readonly LngLat[], meridian: number, side: 1 | -1): LngLat[] {
  const isIn = ([lng]: LngLat) => (lng - meridian) * side >= 0
  return ring.flatMap((point, i) => {
    const before = ring.at(i - 1) ?? point
    const crossing = isIn(before) === isIn(point) ? [] : [cross(before, point, meridian)]
    return isIn(point) ? [...crossing, point] : crossing
  })
}

function cross(a: LngLat, b: LngLat, meridian: number): LngLat {
  return [meridian, a[1] + ((b[1] - a[1]) * (meridian - a[0])) / (b[0] - a[0])]
}
