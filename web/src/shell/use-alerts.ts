import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { alertsQuery } from '../api/alerts/alerts.ts'
import { useApp } from '../app-parts.ts'
import type { LiveEvent } from '../live/live-events.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { createPacedQuestion } from '../live/paced-question.ts'

const EVERY_MS = 30_000
/** A site that comes back after a power cut is one question, not one an agent. */
const GATHER_MS = 1000
/** Agents that come and go all the time are no reason for every screen to ask all the time. */
const REST_MS = 5000

/** Agents that come and go, input lines that change: one may be a fire; and lost tags that are back. */
const isNews = (one: LiveEvent) =>
  one.kind === 'agent' ||
  (one.kind === 'telemetry' && one.event.type === 'input') ||
  (one.kind === 'read' && one.event.retired_from !== undefined)

/** The alerts of the hub: asked for each 30 s while somebody can see them, and on news of agents. */
export function useAlerts() {
  const { api, clock, page } = useApp()
  const { feed } = useLiveLink()
  const { data, error, refetch } = useQuery({ ...alertsQuery(api), refetchInterval: EVERY_MS })
  useEffect(() => {
    const question = createPacedQuestion({
      clock,
      withinMs: GATHER_MS,
      restMs: () => REST_MS,
      ask() {
        // An answer that is on its way stays: a slow hub would never get one through.
        if (!page.isHidden()) void refetch({ cancelRefetch: false })
      },
    })
    const stopHearing = feed.subscribe((events) => {
      if (events.some(isNews)) question.hear()
    })
    return () => {
      stopHearing()
      question.stop()
    }
  }, [feed, clock, page, refetch])
  return { alerts: data, hasFailed: error !== null, retry: () => void refetch() }
}
