import { useStore } from '../../browser/external-store.ts'
import { LIVE_TEXTS } from '../../texts/reads/live.ts'
import type { DayWatch } from './day-watch.ts'
import { hasDates, type LiveFilters } from './live-filters.ts'

/** The message, and below it what to do about it. */
export interface EmptyText {
  readonly text: string
  readonly hint?: string
  /** Nothing is wrong, only nothing has been read yet. */
  readonly isWaiting?: boolean
}

/** The message in place of the rows while there are none. */
export function useEmptyText({ sync, range }: DayWatch, filters: LiveFilters): EmptyText {
  const isLoading = useStore(sync.state, (state) => state.phase === 'loading')
  const isUnknown = useStore(sync.state, (state) => state.loadedAt === null)
  const phase = useStore(range.state, (state) => state.phase)
  const isSearching = filters.text !== '' || filters.agent !== ''
  if (hasDates(filters)) {
    if (phase === 'refused') return { text: LIVE_TEXTS.fixRange }
    if (phase === 'failed') return { text: LIVE_TEXTS.rangeFailed }
    if (phase !== 'ready') return { text: LIVE_TEXTS.loading }
  } else if (isUnknown) return { text: isLoading ? LIVE_TEXTS.loading : LIVE_TEXTS.none }
  else if (!isSearching)
    return { text: LIVE_TEXTS.waiting, hint: LIVE_TEXTS.waitingHint, isWaiting: true }
  return { text: LIVE_TEXTS.noMatch, ...(isSearching && { hint: LIVE_TEXTS.noMatchHint }) }
}
