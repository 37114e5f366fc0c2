import type { TimeSpan } from '../../api/reads/time-span.ts'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { spanText } from '../dashboard/filters/range.ts'

const MONTH_BEGINS = '01T00:00'

/** A report's range in words: «octubre 2026» where it is exactly a month of the site's calendar. */
export function rangeText(span: TimeSpan, site: SiteClock): string {
  const { from, to } = span
  const [begin, end] = [site.wall(from), to === null ? '' : site.wall(to + 1)]
  if (!begin.endsWith(MONTH_BEGINS) || !end.endsWith(MONTH_BEGINS)) return spanText(span, site)
  const [first, next] = [begin, end].map((wall) => Number(wall.slice(0, 4)) * 12 + monthOf(wall))
  if (Number(first) + 1 !== next) return spanText(span, site)
  return `${REPORT_TEXTS.months[monthOf(begin) - 1]} ${begin.slice(0, 4)}`
}

function monthOf(wall: string): number {
  return Number(wall.slice(5, 7))
}
