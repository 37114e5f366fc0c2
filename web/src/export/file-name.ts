import type { TimeSpan } from '../api/reads/time-span.ts'
import type { SiteClock } from '../site-time/site-clock.ts'

/** The name tells range and zone, in characters that every system takes. */
export function exportName(
  span: TimeSpan,
  now: number,
  site: SiteClock,
  extension: string,
): string {
  const stamp = (at: number) => site.wall(at).replace('T', '_').replace(':', '')
  const zone = site.timeZone.replaceAll(/[^\w+-]/g, '-')
  return `lecturas_${stamp(span.from)}_${stamp(span.to ?? now)}_${zone}.${extension}`
}
