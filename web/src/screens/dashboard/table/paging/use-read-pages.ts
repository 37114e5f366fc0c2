import { useEffect, useMemo, useState } from 'react'
import { hasStatus } from '../../../../api/http/api-error.ts'
import { type ReadSearch, searchReads } from '../../../../api/reads/search-reads.ts'
import { useApp } from '../../../../app-parts.ts'
import { FIRST_READS } from '../../figures/queries.ts'
import type { Figures } from '../../figures/use-figures.ts'
import type { Filters } from '../../filters/filters.ts'
import {
  beginTrail,
  lengthenTrail,
  needsOlder,
  pageOf,
  type ReadsHead,
  type ReadTrail,
} from './read-trail.ts'

/** A later page belongs to the answer that was shown when the first page was left. */
interface Anchor {
  search: string
  page: number
  head: ReadsHead
}

/**
 * The pages of the table. The first page follows refreshes; a later one keeps its rows, whatever
 * comes in. A change of the filters leads back to the first.
 */
export function useReadPages(query: Figures['reads'], filters: Filters) {
  const { data, isPlaceholderData } = query
  const { plate, tag, owner, known, range, from, to } = filters
  const search = [plate, tag, owner, known, range, from, to].join('\n')
  const [anchor, setAnchor] = useState<Anchor | null>(null)
  const [grown, setGrown] = useState<ReadTrail | null>(null)
  const anchored = anchor?.search === search ? anchor : null
  const page = anchored?.page ?? 0
  const head = anchored?.head ?? data
  const begun = useMemo(() => head && beginTrail(head, FIRST_READS), [head])
  const trail = grown && grown.head === head ? grown : begun

  const isShort = trail !== undefined && needsOlder(trail, page)
  // The next page is fetched ahead, but not from the first page, where each refresh would repeat
  // it.
  const isAhead = trail !== undefined && page > 0 && needsOlder(trail, page + 1)
  const isAsking = (isShort || isAhead) && !isPlaceholderData
  const older = useOlderReads(isAsking ? trail : undefined, filters, setGrown)

  const isLost = hasStatus(older.problem, 400)
  const begin = () => {
    setAnchor(null)
    void query.refetch()
  }

  const view = useMemo(() => trail && pageOf(trail, page), [trail, page])
  // While a refresh of the first page still lacks reads, the old rows stay.
  const place = `${search}\n${page}`
  const [held, setHeld] = useState({ place, view })
  if (view && held.view !== view && (view.isSettled || held.place !== place)) {
    setHeld({ place, view })
  }
  return {
    page,
    view: held.place === place ? held.view : view,
    trail,
    isBusy: isShort && older.problem === null,
    problem: isShort ? older.problem : null,
    /** The read to continue from is not stored any more: only the first page can be fetched. */
    isLost,
    retry: isLost ? begin : older.retry,
    /** Reads came in that a later page does not show. */
    hasNews: anchored !== null && data?.logs[0]?.id !== anchored.head.logs[0]?.id,
    turn: (to: number) => {
      // The answer shown is still the previous search's: its pages are not those of this one.
      if (!isPlaceholderData) setAnchor(to > 0 && head ? { search, page: to, head } : null)
    },
  }
}

/** How many reads each call asks for. */
const OLDER_READS = 500

/**
 * Fetches the reads that come after the oldest of a trail, while there is a trail, and calls
 * `onLonger` with the longer one.
 */
function useOlderReads(
  trail: ReadTrail | undefined,
  { plate, tag, owner, known }: ReadSearch,
  onLonger: (longer: ReadTrail) => void,
) {
  const { api } = useApp()
  const [failed, setFailed] = useState<{ trail: ReadTrail; problem: unknown } | null>(null)
  const hasFailed = trail !== undefined && failed?.trail === trail
  useEffect(() => {
    const before = trail?.reads.at(-1)?.id
    if (!trail || before === undefined || hasFailed) return
    const abort = new AbortController()
    const { signal } = abort
    const { span } = trail.head
    const call = { plate, tag, owner, known, span, before, limit: OLDER_READS, signal }
    searchReads(api, call).then(
      (answer) => {
        if (!signal.aborted) onLonger(lengthenTrail(trail, answer, OLDER_READS))
      },
      (problem: unknown) => {
        if (!signal.aborted) setFailed({ trail, problem })
      },
    )
    return () => abort.abort()
  }, [api, onLonger, trail, hasFailed, plate, tag, owner, known])
  return { problem: hasFailed ? failed.problem : null, retry: () => setFailed(null) }
}
