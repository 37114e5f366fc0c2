import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApp } from '../../../app-parts.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { createPacedQuestion } from '../../../live/paced-question.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_KEY, dashboardQueries } from '../figures/queries.ts'
import { DEFAULT_FILTERS } from '../filters/filters.ts'

const EVERY_MS = 30_000
/** The count may wait this long: the tag itself is shown at once, by the event. */
const UNKNOWN_WITHIN_MS = 3000
const UNKNOWN_REST_MS = 5000

/** The figures of a wall: each has its own query, is fetched again every 30 s, and fails alone. */
export function useWallFigures(site: SiteClock) {
  const queries = dashboardQueries(useApp(), site, DEFAULT_FILTERS)
  const again = { refetchInterval: EVERY_MS }
  useUnknownSoon()
  return {
    today: useQuery({ ...queries.today, ...again }),
    unknown: useQuery({ ...queries.unknown, ...again }),
    trend: useQuery({ ...queries.trend, ...again }),
    daily: useQuery({ ...queries.daily, ...again }),
    hourly: useQuery({ ...queries.hourly, ...again }),
    heatmap: useQuery({ ...queries.heatmap, ...again }),
  }
}

/** The queries of a wall by the names of their figures. */
export type WallFigures = ReturnType<typeof useWallFigures>

/** Fetches the count of unknown tags soon after an event: half a minute would be too late. */
function useUnknownSoon(): void {
  const { clock } = useApp()
  const { feed } = useLiveLink()
  const client = useQueryClient()
  useEffect(() => {
    const question = createPacedQuestion({
      clock,
      withinMs: UNKNOWN_WITHIN_MS,
      restMs: () => UNKNOWN_REST_MS,
      ask() {
        const queryKey = [...DASHBOARD_KEY, 'unknown']
        // A call that is running goes on: cancelled each time, none would ever finish on a slow
        // hub.
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
      },
    })
    const unsubscribe = feed.subscribe((events) => {
      if (events.some((event) => event.kind === 'read' && event.event.vehicle === null)) {
        question.hear()
      }
    })
    return () => {
      unsubscribe()
      question.stop()
    }
  }, [clock, feed, client])
}
