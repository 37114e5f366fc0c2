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
 * Keeps the filters in the address. Each change is a step that «back» undoes, but those of one
 * field in a row are one step.
 */
export function useFilters(): FilterControl {
  const [search, setSearch] = useSearchParams()
  const filters = useMemo(() => readFilters(search), [search])
  const last = useRef({ field: '', search: '' })

  const go = (part: Partial<Filters>, field: string) => {
    // The address itself: it is ahead of `search` while React still draws the last change.
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
