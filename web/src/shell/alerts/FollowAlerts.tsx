import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { alertsQuery } from '../../api/alerts/alerts.ts'
import { useApp } from '../../app-parts.ts'
import { isInput } from '../../live/later-events.ts'
import type { LiveEvent } from '../../live/live-events.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { createPacedQuestion } from '../../live/paced-question.ts'

/** After a power cut all agents come back: one call for all, not one each. */
const GATHER_MS = 1000
/** The least time between two calls, for agents that come and go all the time. */
const REST_MS = 5000
/**
 * Events that may change the alerts: agents that come and go, input lines (one may be a fire
 * alarm), replaced tags that are read again, and tags that get an asset, whose report is settled.
 */
const isNews = (one: LiveEvent) =>
  one.kind === 'agent' ||
  one.kind === 'tag' ||
  isInput(one) ||
  (one.kind === 'read' && one.event.retired_from !== undefined)

/** Asks for the alerts again on events that may change them, while the page is visible. */
export function FollowAlerts() {
  const { api, clock, page } = useApp()
  const { feed } = useLiveLink()
  const queries = useQueryClient()
  useEffect(() => {
    const { queryKey } = alertsQuery(api)
    const question = createPacedQuestion({
      clock,
      withinMs: GATHER_MS,
      restMs: () => REST_MS,
      ask() {
        // A call that is running goes on: cancelled each time, none would ever finish on a slow
        // hub.
        if (!page.isHidden()) void queries.refetchQueries({ queryKey }, { cancelRefetch: false })
      },
    })
    const unsubscribe = feed.subscribe((events) => {
      if (events.some(isNews)) question.hear()
    })
    return () => {
      unsubscribe()
      question.stop()
    }
  }, [api, clock, feed, page, queries])
  return null
}
