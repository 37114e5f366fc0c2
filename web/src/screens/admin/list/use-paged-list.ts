import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ListQuestion } from '../../../api/assets/asset-lists.ts'
import { countPages } from './list-address.ts'
import type { PrintedRows } from './print/whole-list.ts'
import type { ListControl } from './use-list-address.ts'
import { problemText } from './problem-text.ts'

/** A page of a list as the hub answers it, and how many rows all pages have. */
export interface ListPage<Row> {
  items: Row[]
  total: number
}

/** A page as it is shown: without rows while its last answer was a failure. */
export interface PagedList<Row extends { id: number }> {
  readonly items: readonly Row[]
  /** Null while it is not known. */
  readonly total: number | null
  readonly pages: number
  /** The rows are of an earlier query, or none have come yet. */
  readonly isLoading: boolean
  /** The failure for the banner; null where the last call succeeded. */
  readonly problem: string | null
  readonly refetch: () => void
  /** How all pages are asked for, and shown while they are printed. */
  readonly print: PrintedRows<Row>
}

/**
 * The page that the address asks for. A late answer of an earlier query is not shown, since each
 * query has a key of its own; a page past the end becomes the last one.
 */
export function usePagedList<Row extends { id: number }, Key extends QueryKey>(
  control: ListControl,
  ask: (question: ListQuestion) => UseQueryOptions<ListPage<Row>, Error, ListPage<Row>, Key>,
): PagedList<Row> {
  const { q, page, pageSize, turn } = control
  const client = useQueryClient()
  const [printed, show] = useState<readonly Row[] | null>(null)
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...ask({ q, page, pageSize }),
    placeholderData: keepPreviousData,
  })
  const known = error === null ? data : undefined
  const pages = known ? countPages(known.total, pageSize) : 1
  const isPast = known !== undefined && !isPlaceholderData && page > pages
  useEffect(() => {
    if (isPast) turn(pages)
  }, [isPast, pages, turn])
  return {
    items: printed ?? known?.items ?? [],
    total: known?.total ?? null,
    pages: Math.max(pages, known ? 1 : page),
    isLoading: isPending || isPlaceholderData || isPast || (error !== null && isFetching),
    problem: error && problemText(error),
    refetch: () => void refetch(),
    print: { show, page: (one) => client.fetchQuery({ ...ask(one), staleTime: 0 }) },
  }
}
