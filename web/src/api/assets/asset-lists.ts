/** Every list of vehicles or assets has it first in its key: both are of the same rows. */
export const ASSETS_KEY = 'assets'

/** A page of a list, and what it is searched for. */
export interface ListQuestion {
  /** Empty: all. */
  readonly q: string
  /** From 1 on. */
  readonly page: number
  readonly pageSize: number
}

/**
 * Short enough that a list is fetched again when its tab is opened again, and long enough that it
 * is not right after its prefetch.
 */
export const LIST_FRESH_MS = 5000

/** The path of a page of the list at `base`. */
export function listPath(base: string, { q, page, pageSize }: ListQuestion): string {
  const params = new URLSearchParams({ page: String(page), pageSize: String(pageSize) })
  if (q) params.set('q', q)
  return `${base}?${params}`
}
