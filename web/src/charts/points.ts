import type { DayTotal, HourlyResponse as Hourly, HourTotal } from '@vehicle-control/protocol'
import type { SiteTime } from '../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'
import type { ChartPoint } from './time-chart.ts'

/** Days as points: a day is a date of the calendar, kept as its midnight in UTC. */
export function dayPoints(days: readonly DayTotal[], today?: string): ChartPoint[] {
  return days.map(({ day, total }) => ({
    at: Date.parse(`${day}T00:00Z`),
    total,
    ...(day === today && { isOpen: true }),
  }))
}

/** The date of a day's point: DD/MM/YYYY. */
export function dayName({ at }: ChartPoint): string {
  return new Date(at).toISOString().slice(0, 10).split('-').toReversed().join('/')
}

const SPAN_MS = { hour: 3_600_000, day: 86_400_000 }

/** Hours, or the days of a long range, as points at their starts; `now` is in epoch milliseconds. */
export function hourPoints(
  hours: readonly HourTotal[],
  { unit = 'hour', now = Infinity }: { unit?: Hourly['unit']; now?: number } = {},
): ChartPoint[] {
  return hours.map(({ hour, total }) => {
    const at = Date.parse(hour)
    return { at, total, ...(now - at < SPAN_MS[unit] && { isOpen: true }) }
  })
}

/** The texts of a series by the hour, or by the day where its range is too long for that. */
export function hourlyWords(unit: Hourly['unit'] | undefined, { full }: Pick<SiteTime, 'full'>) {
  const isDays = unit === 'day'
  const { dashboard, charts } = DASHBOARD_TEXTS
  return {
    title: isDays ? dashboard.hourlyLong : dashboard.hourly,
    nameOf: ({ at }: ChartPoint) => full(at).slice(0, isDays ? 10 : undefined),
    nameHead: isDays ? charts.day : charts.hour,
    openName: isDays ? charts.today : charts.thisHour,
  }
}
