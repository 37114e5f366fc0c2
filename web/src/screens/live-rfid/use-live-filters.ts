import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type LiveFilters, NO_FILTERS, readLiveFilters, writeLiveFilters } from './live-filters.ts'

/** The filters, and what changes them. */
export interface LiveFilterControl {
  readonly filters: LiveFilters
  readonly change: (part: Partial<LiveFilters>) => void
  readonly clear: () => void
}

/** Keeps the filters in the address. */
export function useLiveFilters(): LiveFilterControl {
  const [search, setSearch] = useSearchParams()
  const filters = useMemo(() => readLiveFilters(search), [search])
  return useMemo(() => {
    const change = (part: Partial<LiveFilters>) => {
      // Read from the address itself: the router lags behind while React draws the last change.
      const now = new URLSearchParams(window.location.search)
      const written = writeLiveFilters({ ...readLiveFilters(now), ...part }, now)
      setSearch(written, { replace: true })
    }
    return { filters, change, clear: () => change(NO_FILTERS) }
  }, [filters, setSearch])
}
