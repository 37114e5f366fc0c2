import { TELEMETRY_MAX_POINTS } from '@vehicle-control/protocol/limits'
import { TELEMETRY_SPAN_MS } from '../../../../../api/telemetry/telemetry.ts'
import type { Clock } from '../../../../../browser/clock.ts'
import { createStore, type ReadableStore } from '../../../../../browser/external-store.ts'
import type { ChartPoint } from '../../../../../charts/time-chart.ts'
import type { TelemetrySample } from '../../../../../live/later-events.ts'

const MINUTE_MS = 60_000
/** The minute that a moment is in, as its start. */
const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS

/** The last measurement. Times are the hub's, in epoch milliseconds. */
export interface LastSample {
  readonly at: number
  readonly value: number
  /** Null where only averages are known, which have no unit. */
  readonly unit: string | null
}

/** What a chart shows of one sensor. */
export interface SeriesState {
  /** Null until the hub's list or a sample came. */
  readonly points: readonly ChartPoint[] | null
  readonly last: LastSample | null
}

/** The last six hours of one sensor: the hub's averages, followed by live samples. */
export interface LiveSeries {
  readonly state: ReadableStore<SeriesState>
  /** The hub's averages, the oldest first. */
  takeAverages(averages: readonly ChartPoint[]): void
  takeSample(sample: Pick<TelemetrySample, 'at' | 'value' | 'unit'>): void
  stop(): void
}

const NOTIFY_EVERY_MS = 250
const TRIM_EVERY_MS = 60_000

/** Notifies of samples at most four times a second. */
export function createLiveSeries(clock: Clock, serverNow: () => number): LiveSeries {
  const store = createStore<SeriesState>({ points: null, last: null })
  let points: readonly ChartPoint[] | null = null
  let last: LastSample | null = null
  let cancel = () => {}
  let isDue = false

  const notify = () => {
    points = points && keptPoints(points, serverNow())
    store.set({ points, last })
    isDue = false
    // Old points are dropped even when no new ones come.
    cancel = clock.after(TRIM_EVERY_MS, notify)
  }
  const noteLast = (sample: LastSample) => {
    if (last === null || sample.at >= last.at) last = sample
  }
  return {
    state: store,
    takeAverages(averages) {
      const end = averages.at(-1)
      // Samples since then are not in its averages yet.
      const since = end ? minuteOf(end.at) + 60_000 : 0
      const newer = points?.filter(({ at }) => at >= since) ?? []
      points = [...averages, ...newer]
      if (end) noteLast({ at: end.at, value: end.total, unit: last?.unit ?? null })
      cancel()
      notify()
    },
    takeSample({ at, value, unit }) {
      points = withPoint(points ?? [], { at, total: value })
      noteLast({ at, value, unit: unit === '' ? null : unit })
      if (isDue) return
      isDue = true
      cancel()
      cancel = clock.after(NOTIFY_EVERY_MS, notify)
    },
    stop() {
      cancel()
      isDue = false
    },
  }
}

/** A series with one more point, in the order of time. */
function withPoint(points: readonly ChartPoint[], point: ChartPoint): ChartPoint[] {
  const after = points.findLastIndex(({ at }) => at <= point.at) + 1
  return points.toSpliced(after, 0, point)
}

/**
 * A series as a chart keeps it: past minutes as one average each, the minute of `now` sample by
 * sample, no older than six hours, and the newest where there are too many.
 */
function keptPoints(points: readonly ChartPoint[], now: number): ChartPoint[] {
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
