import type { ReadSearch } from '../api/reads/search-reads.ts'
import type { TimeSpan } from '../api/reads/time-span.ts'
import type { SiteClock } from '../site-time/site-clock.ts'

interface NameOptions {
  span: TimeSpan
  now: number
  site: SiteClock
  known?: ReadSearch['known']
  extension: string
}

const KNOWN = { '': '', '0': 'sin-registrar_', '1': 'registradas_' } as const

/**
 * The name of a file, with its range, zone and kind of tags, in characters valid on every system.
 */
export function exportName({ span, now, site, known = '', extension }: NameOptions): string {
  const stamp = (at: number) => site.wall(at).replace('T', '_').replace(':', '')
  const zone = site.timeZone.replaceAll(/[^\w+-]/g, '-')
  return `lecturas_${KNOWN[known]}${stamp(span.from)}_${stamp(span.to ?? now)}_${zone}.${extension}`
}
