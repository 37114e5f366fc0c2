import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApp } from '../../../app-parts.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { createPacedQuestion } from '../../../live/paced-question.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_KEY, dashboardQueries } from '../figures/queries.ts'
import { DEFAULT_FILTERS } from '../filters/filters.ts'

const EVERY_MS = 30_000
/** The tag itself is shown at once, by the event. */
const UNKNOWN_WITHIN_MS = 3000
const UNKNOWN_REST_MS = 5000

/** The figures of a wall: each is asked for by itself, again and again, and fails alone. */
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

/** The queries of a wall by the figure that each answers. */
export type WallFigures = ReturnType<typeof useWallFigures>

/** The one figure that nobody wants half a minute late. */
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
        // An answer that is on its way stays: a slow hub would never get one through.
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
      },
    })
    const stopHearing = feed.subscribe((events) => {
      if (events.some((event) => event.kind === 'read' && event.event.vehicle === null)) {
        question.hear()
      }
    })
    return () => {
      stopHearing()
      question.stop()
    }
  }, [clock, feed, client])
}
