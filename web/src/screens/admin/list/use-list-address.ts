import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type ListAddress,
  type PageSizes,
  readListAddress,
  writeListAddress,
} from './list-address.ts'

/** What a list shows, and what changes it. */
export interface ListControl extends ListAddress {
  readonly sizes: PageSizes
  /** Begins at the first page again. */
  readonly search: (q: string) => void
  readonly turn: (page: number) => void
  /** Begins at the first page again. */
  readonly resize: (pageSize: number) => void
}

/** Keeps search, page and size of a tab's list in the address. */
export function useListAddress(sizes: PageSizes): ListControl {
  const [search, setSearch] = useSearchParams()
  return useMemo(() => {
    const change = (part: Partial<ListAddress>) => {
      // Read from the address itself: the router lags behind while React draws the last change.
      const now = new URLSearchParams(window.location.search)
      const next = { ...readListAddress(now, sizes), ...part }
      setSearch(writeListAddress(next, now, sizes), { replace: true })
    }
    return {
      ...readListAddress(search, sizes),
      sizes,
      search: (q) => change({ q, page: 1 }),
      turn: (page) => change({ page }),
      resize: (pageSize) => change({ pageSize, page: 1 }),
    }
  }, [search, setSearch, sizes])
}
