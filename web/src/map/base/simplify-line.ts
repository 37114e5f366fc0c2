/** Longitude and latitude in degrees, in the order of GeoJSON. */
export type LngLat = readonly [number, number]

/**
 * The line without the points that lie within the tolerance of what remains (Ramer, Douglas and
 * Peucker); its ends stay. `toleranceAt` returns degrees for a place, so that parts of a line may
 * be finer.
 */
export function simplifyLine(
  line: readonly LngLat[],
  toleranceAt: (point: LngLat) => number,
): LngLat[] {
  const kept = new Set([0, line.length - 1])
  const open: [number, number][] = [[0, line.length - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    const far = farthest(line, from, to)
    if (far === null || far.distance <= toleranceAt(far.point)) continue
    kept.add(far.index)
    open.push([from, far.index], [far.index, to])
  }
  return line.filter((_, i) => kept.has(i))
}

function farthest(line: readonly LngLat[], from: number, to: number) {
  const [a, b] = [line[from], line[to]]
  let best: { index: number; point: LngLat; distance: number } | null = null
  if (!a || !b) return best
  for (let index = from + 1; index < to; index++) {
    const point = line[index]
    if (!point) continue
    const distance = distanceTo(point, a, b)
    if (best === null || distance > best.distance) best = { index, point, distance }
  }
  return best
}

/** Degrees from a point to the stretch a–b, which is a point where a ring begins and ends. */
export function distanceTo(point: LngLat, a: LngLat, b: LngLat): number {
  // A degree of longitude is shorter towards the poles.
  const scale = Math.cos((point[1] * Math.PI) / 180)
  const [dx, dy] = [(b[0] - a[0]) * scale, b[1] - a[1]]
  const [px, py] = [(point[0] - a[0]) * scale, point[1] - a[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length))
  return Math.hypot(px - along * dx, py - along * dy)
}
