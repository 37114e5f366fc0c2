import { useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Filters, NO_SEARCH, readFilters, writeFilters } from './filters.ts'

export interface FilterControl {
  filters: Filters
  change: (part: Partial<Filters>) => void
  /** Empties what is searched for; the range stays. */
  clear: () => void
}

/**
 * Keeps the filters in the address. «Back» undoes each change; successive changes of one field
 * count as one.
 */
export function useFilters(): FilterControl {
  const [search, setSearch] = useSearchParams()
  const filters = useMemo(() => readFilters(search), [search])
  const last = useRef({ field: '', search: '' })

  const go = (part: Partial<Filters>, field: string) => {
    // Read from the address itself: `search` lags behind while React draws the last change.
    const now = new URLSearchParams(window.location.search)
    const written = writeFilters({ ...readFilters(now), ...part }, now)
    const isSameStep = last.current.field === field && last.current.search === now.toString()
    last.current = { field, search: written.toString() }
    setSearch(written, { replace: isSameStep })
  }
  return {
    filters,
    change: (part) => go(part, Object.keys(part).join()),
    clear() {
      go(NO_SEARCH, 'clear')
    },
  }
}
