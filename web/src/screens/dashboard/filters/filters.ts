import { SEARCH_MAX } from '@vehicle-control/protocol/limits'
import type { ReadSearch } from '../../../api/reads/search-reads.ts'
import { readNamedWall } from '../../../site-time/wall-time.ts'

/** The ranges in the order of their buttons; the last is the one with dates of its own. */
export const RANGE_KINDS = [
  'today',
  '24h',
  'yesterday',
  '7d',
  '30d',
  'last-week',
  'last-month',
  'custom',
] as const
/** Those that are chosen beside the dates, since a row of buttons has no room for all. */
export const CALENDAR_RANGES = ['last-week', 'last-month'] as const
/** One of them, as the address holds it. */
export type RangeKind = (typeof RANGE_KINDS)[number]

/** The filters as the dashboard's address holds them. */
export interface Filters extends ReadSearch {
  readonly range: RangeKind
  /** Ends of a custom range, YYYY-MM-DDTHH:mm by the site's clocks, as `SiteClock.named`; empty where open. */
  readonly from: string
  readonly to: string
  /** The seconds of the automatic refresh as they were typed. */
  readonly refresh: string
}

/** All reads of a range. */
export const NO_SEARCH: ReadSearch = { plate: '', tag: '', owner: '', known: '' }

/** The filters of an empty address. */
export const DEFAULT_FILTERS: Filters = {
  ...NO_SEARCH,
  range: 'today',
  from: '',
  to: '',
  refresh: '30',
}

const NAMES = ['plate', 'tag', 'owner', 'known', 'range', 'from', 'to', 'refresh'] as const
const KNOWN = ['0', '1'] as const
const SECONDS_MIN = 5
const SECONDS_MAX = 86_400

/** A value of the address that makes no sense counts as missing. */
export function readFilters(search: URLSearchParams): Filters {
  const text = (name: string) => (search.get(name) ?? '').trim().slice(0, SEARCH_MAX)
  return {
    plate: text('plate').toUpperCase(),
    tag: text('tag').toUpperCase(),
    owner: text('owner'),
    known: oneOf(KNOWN, search.get('known')) ?? DEFAULT_FILTERS.known,
    range: oneOf(RANGE_KINDS, search.get('range')) ?? DEFAULT_FILTERS.range,
    from: readNamedWall(search.get('from')),
    to: readNamedWall(search.get('to')),
    refresh: search.has('refresh') ? digits(text('refresh')) : DEFAULT_FILTERS.refresh,
  }
}

function oneOf<T extends string>(values: readonly T[], text: string | null): T | undefined {
  return values.find((value) => value === text)
}

/** An empty text where it is no number. */
function digits(text: string): string {
  return /^\d*$/.test(text) ? text : ''
}

/** Returns the address's parameters with these filters; the other parameters stay. */
export function writeFilters(filters: Filters, search: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(search)
  for (const name of NAMES) {
    const isEnd = name === 'from' || name === 'to'
    const isUsed = filters[name] !== DEFAULT_FILTERS[name] && !(isEnd && filters.range !== 'custom')
    if (isUsed) written.set(name, filters[name])
    else written.delete(name)
  }
  return written
}

/** Seconds between refreshes, null where there are none: blank, no number or under 5. */
export function refreshSeconds(text: string): number | null {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return seconds < SECONDS_MIN ? null : Math.min(seconds, SECONDS_MAX)
}

/** How many filters besides the range are set. */
export function countFilters({ plate, tag, owner, known }: ReadSearch): number {
  return [plate, tag, owner, known].filter((value) => value !== '').length
}

/** True where a filter besides the range is set. */
export function isSearching(search: ReadSearch): boolean {
  return countFilters(search) > 0
}
