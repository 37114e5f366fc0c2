import { useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { defaultFilters, type Filters, readFilters, writeFilters } from './filters.ts'

/** The filters of the address, and how to change them. */
export interface FilterControl {
  filters: Filters
  change: (part: Partial<Filters>) => void
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

  const go = (next: Filters, field: string) => {
    const written = writeFilters(next, search)
    const isSameStep = last.current.field === field && last.current.search === search.toString()
    last.current = { field, search: written.toString() }
    setSearch(written, { replace: isSameStep })
  }
  return {
    filters,
    change: (part) => go({ ...filters, ...part }, Object.keys(part).join()),
    // The automatic refresh filters nothing.
    clear: () => go({ ...defaultFilters, refresh: filters.refresh }, 'clear'),
  }
}
