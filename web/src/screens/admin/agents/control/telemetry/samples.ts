import { TELEMETRY_MAX_POINTS } from '@vehicle-control/protocol/limits'
import { TELEMETRY_SPAN_MS } from '../../../../../api/telemetry/telemetry.ts'
import type { ChartPoint } from '../../../../../charts/time-chart.ts'

const MINUTE_MS = 60_000

/** The minute that a moment is in, as its start. */
export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS

/** A series with one more point, in the order of time. */
export function withPoint(points: readonly ChartPoint[], point: ChartPoint): ChartPoint[] {
  const after = points.findLastIndex(({ at }) => at <= point.at) + 1
  return points.toSpliced(after, 0, point)
}

/**
 * A series as a chart keeps it: past minutes as one average each, the minute of `now` sample by
 * sample, no older than six hours, and the newest where there are too many.
 */
export function keptPoints(points: readonly ChartPoint[], now: number): ChartPoint[] {
  const since = now - TELEMETRY_SPAN_MS
  const current = minuteOf(now)
  const held = points.filter(({ at }) => at >= since)
  const firstOfNow = held.findIndex(({ at }) => at >= current)
  const past = firstOfNow < 0 ? held : held.slice(0, firstOfNow)
  const ofNow = firstOfNow < 0 ? [] : held.slice(firstOfNow)
  return [...averages(past), ...ofNow].slice(-TELEMETRY_MAX_POINTS)
}

function averages(points: readonly ChartPoint[]): ChartPoint[] {
  const minutes = new Map<number, number[]>()
  for (const { at, total } of points) {
    const minute = minuteOf(at)
    const known = minutes.get(minute)
    if (known) known.push(total)
    else minutes.set(minute, [total])
  }
  return [...minutes].map(([at, totals]) => ({
    at,
    total: totals.reduce((sum, one) => sum + one, 0) / totals.length,
  }))
}
