import type { ReadSearch } from '../api/reads/search-reads.ts'
import type { TimeSpan } from '../api/reads/time-span.ts'
import type { SiteClock } from '../site-time/site-clock.ts'

interface NameOptions {
  span: TimeSpan
  now: number
  site: SiteClock
  /** What was searched for: two customers' files must not have one name. */
  search?: Partial<Pick<ReadSearch, 'plate' | 'tag' | 'owner' | 'known'>>
  extension: string
}

const KNOWN = { '': '', '0': 'sin-registrar_', '1': 'registradas_' } as const

const WORD_MAX = 40

/**
 * The name of a file, with what was searched for, its range and its zone, in characters valid on
 * every system.
 */
export function exportName({ span, now, site, search = {}, extension }: NameOptions): string {
  const { plate = '', tag = '', owner = '', known = '' } = search
  const stamp = (at: number) => site.wall(at).replace('T', '_').replace(':', '')
  const zone = site.timeZone.replaceAll(/[^\w+-]/g, '-')
  const words = [plate, tag, owner].map(plainWord).filter(Boolean)
  const searched = words.map((word) => `${word}_`).join('') + KNOWN[known]
  return `lecturas_${searched}${stamp(span.from)}_${stamp(span.to ?? now)}_${zone}.${extension}`
}

/** A text in letters without accents, digits and hyphens. */
function plainWord(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return plain
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, WORD_MAX)
    .replaceAll(/^-|-$/g, '')
}
