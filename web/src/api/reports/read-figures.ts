import type {
  DayTotal,
  HeatmapCell,
  HourlyResponse as Hourly,
  HourTotal,
  TopVehicle,
} from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { freshPath } from '../http/fresh-path.ts'
import { spanParams, type TimeSpan } from '../reads/time-span.ts'
import { DailyResponse, HeatmapResponse, HourlyResponse, TopVehiclesResponse } from './shapes.ts'

type Signal = AbortSignal | undefined

const DAY_MS = 86_400_000

/** Reads of the last 24 hours against those of the 24 before. */
export interface Trend {
  readonly last: number
  readonly before: number
  /** The last 24, oldest first; the hours at both ends are partial. */
  readonly hours: readonly HourTotal[]
}

/** Reads of the seven days that end with that of `at` (epoch milliseconds), by day and hour. */
export interface Heatmap {
  readonly cells: readonly HeatmapCell[]
  readonly at: number
}

/** Reads of each of the last 30 days, today's the last. */
export async function fetchDaily(api: ApiClient, signal?: Signal): Promise<DayTotal[]> {
  const path = freshPath('/api/rfid/stats/daily?days=30')
  return (await api({ path, shape: DailyResponse, rows: 'days', signal, isFresh: true })).days
}

/** Reads of each hour of a span, of each day where it is longer than `HOURLY_DAYS_MAX` days. */
export async function fetchHourly(
  api: ApiClient,
  span: TimeSpan,
  signal?: Signal,
): Promise<Hourly> {
  const path = freshPath(`/api/rfid/stats/hourly?${spanParams(span)}`)
  return await api({ path, shape: HourlyResponse, signal, isFresh: true })
}

/** The ten vehicles with most reads in a span. */
export async function fetchTopVehicles(
  api: ApiClient,
  span: TimeSpan,
  signal?: Signal,
): Promise<TopVehicle[]> {
  const path = freshPath(`/api/rfid/stats/top-vehicles?${spanParams(span)}&limit=10`)
  return (await api({ path, shape: TopVehiclesResponse, rows: 'top', signal, isFresh: true })).top
}

/** Reads of the last seven days by day of the week and hour: 168 cells, asked for at `now`. */
export async function fetchHeatmap(api: ApiClient, now: number, signal?: Signal): Promise<Heatmap> {
  const path = freshPath('/api/rfid/stats/heatmap?days=7')
  const { cells } = await api({
    path,
    shape: HeatmapResponse,
    rows: 'cells',
    signal,
    isFresh: true,
  })
  return { cells, at: now }
}

/** Compares the 24 hours up to now with the 24 before. */
export async function fetchTrend(api: ApiClient, now: number, signal?: Signal): Promise<Trend> {
  const middle = now - DAY_MS
  const [before, { hours }] = await Promise.all([
    fetchHourly(api, { from: middle - DAY_MS, to: middle - 1 }, signal),
    fetchHourly(api, { from: middle, to: now }, signal),
  ])
  return { last: sum(hours), before: sum(before.hours), hours }
}

function sum(hours: readonly HourTotal[]): number {
  return hours.reduce((total, hour) => total + hour.total, 0)
}
