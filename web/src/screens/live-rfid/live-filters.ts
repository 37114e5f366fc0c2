import { SEARCH_MAX } from '@vehicle-control/protocol/limits'
import type { ReadFilter } from '../../live/read-filter.ts'
import { readWall } from '../../site-time/wall-time.ts'

/** The filters as the live screen's address holds them. */
export interface LiveFilters extends ReadFilter {
  /** Ends of a range, YYYY-MM-DDTHH:mm by the site's clocks; empty where open. */
  readonly from: string
  readonly to: string
}

/** Every read of today. */
export const NO_FILTERS: LiveFilters = { text: '', agent: '', from: '', to: '' }

const NAMES = { text: 'q', agent: 'agent', from: 'from', to: 'to' } as const
const FIELDS = Object.keys(NAMES) as (keyof LiveFilters)[]

/** A value of the address that makes no sense counts as missing. */
export function readLiveFilters(search: URLSearchParams): LiveFilters {
  const text = (name: string) => (search.get(name) ?? '').trim().slice(0, SEARCH_MAX)
  return {
    text: text(NAMES.text),
    agent: text(NAMES.agent),
    from: readWall(search.get(NAMES.from)),
    to: readWall(search.get(NAMES.to)),
  }
}

/** Returns the address's parameters with these filters; the other parameters stay. */
export function writeLiveFilters(filters: LiveFilters, search: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(search)
  for (const field of FIELDS) {
    if (filters[field] === '') written.delete(NAMES[field])
    else written.set(NAMES[field], filters[field])
  }
  return written
}

/** How many of the four filters are set: «Filtros activos». */
export function countFilters(filters: LiveFilters): number {
  return FIELDS.filter((field) => filters[field] !== '').length
}

/** True where the table shows the reads of a range instead of the live ones. */
export function hasDates({ from, to }: LiveFilters): boolean {
  return from !== '' || to !== ''
}
