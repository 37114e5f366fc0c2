import type { SiteClock } from '../../../site-time/site-clock.ts'
import type { Filters } from '../filters/filters.ts'

type Range = Pick<Filters, 'range' | 'from' | 'to'>

/** The range of a day (YYYY-MM-DD): the one that has a button where it is today or yesterday. */
export function dayRange(day: string, now: number, site: SiteClock): Range {
  const none = { from: '', to: '' }
  if (day === site.day(now)) return { range: 'today', ...none }
  if (day === site.day(site.startOfDay(now) - 1)) return { range: 'yesterday', ...none }
  return { range: 'custom', from: `${day}T00:00`, to: `${day}T23:59` }
}

/** The range of the hour that begins at this reading of the site's clocks, YYYY-MM-DDTHH:mm. */
export function hourRange(wall: string): Range {
  return { range: 'custom', from: wall, to: `${wall.slice(0, 13)}:59` }
}
