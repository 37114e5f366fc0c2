import type { DayTotal, HourTotal } from '@vehicle-control/protocol'
import type { ChartPoint } from './time-chart.ts'

/** Days as points: a day is a date of the calendar, kept as its midnight in UTC. */
export function dayPoints(days: readonly DayTotal[]): ChartPoint[] {
  return days.map(({ day, total }) => ({ at: Date.parse(`${day}T00:00Z`), total }))
}

/** The date of a day's point: DD/MM/YYYY. */
export function dayName({ at }: ChartPoint): string {
  return new Date(at).toISOString().slice(0, 10).split('-').toReversed().join('/')
}

/** Hours as points at their starts. */
export function hourPoints(hours: readonly HourTotal[]): ChartPoint[] {
  return hours.map(({ hour, total }) => ({ at: Date.parse(hour), total }))
}
