import { SEARCH_MAX } from '@vehicle-control/protocol/limits'

/** What a list shows, as the address holds it. */
export interface ListAddress {
  /** Empty: all. */
  readonly q: string
  /** From 1 on. */
  readonly page: number
  readonly pageSize: number
}

/** The sizes that a list's pages may have. */
export interface PageSizes {
  readonly all: readonly number[]
  readonly byDefault: number
}

/** Vehicles and assets. */
export const ASSET_PAGE_SIZES: PageSizes = { all: [10, 20, 50, 100], byDefault: 20 }
/** Agents. */
export const AGENT_PAGE_SIZES: PageSizes = { all: [10, 25, 50, 100], byDefault: 25 }

const PAGE_MAX = 999_999

/** A value of the address that makes no sense counts as missing. */
export function readListAddress(search: URLSearchParams, sizes: PageSizes): ListAddress {
  const page = Number(search.get('page'))
  const pageSize = Number(search.get('pageSize'))
  return {
    q: (search.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
    pageSize: sizes.all.includes(pageSize) ? pageSize : sizes.byDefault,
  }
}

/**
 * Returns the address's parameters with this list's; defaults are left out, other parameters stay.
 */
export function writeListAddress(
  { q, page, pageSize }: ListAddress,
  search: URLSearchParams,
  sizes: PageSizes,
): URLSearchParams {
  const written = new URLSearchParams(search)
  const put = (name: string, value: string | number, defaultValue: string | number) => {
    if (value === defaultValue) written.delete(name)
    else written.set(name, String(value))
  }
  put('q', q, '')
  put('page', page, 1)
  put('pageSize', pageSize, sizes.byDefault)
  return written
}

/** How many pages these rows fill; without rows there is one, empty. */
export function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}
