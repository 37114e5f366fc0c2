import { useStore } from '../../browser/external-store.ts'
import { type Freshness, useFreshness } from '../../live/use-freshness.ts'
import type { DayWatch } from './day-watch.ts'

/** How fresh the day's reads are. */
export function useDayFreshness({ sync }: DayWatch): Freshness {
  return useFreshness(useStore(sync.state, (state) => state.loadedAt))
}
