import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgentContacts } from '@vehicle-control/protocol'
import { useEffect } from 'react'
import { CONTACTS_KEY, contactsQuery } from '../api/agents/contacts.ts'
import { useApp } from '../app-parts.ts'
import { isInput } from '../live/later-events.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { createPacedQuestion } from '../live/paced-question.ts'

const EVERY_MS = 5000
/** A site without contacts hears of its first by the input's own news. */
const EVERY_MS_WITHOUT = 60_000
/** The status of an agent comes right behind the sample of its input. */
const GATHER_MS = 1000
/** A site with many gates has a vehicle on a loop all the time. */
const REST_MS = 2000

const NONE: ReadonlyMap<string, AgentContacts> = new Map()

/**
 * What the loops and barriers of gates tell, by code; without those that have none. It is asked for
 * again every 5 s while visible, each minute where there are none, and soon after an input has changed.
 */
export function useContacts(): ReadonlyMap<string, AgentContacts> {
  const { api, clock } = useApp()
  const { feed } = useLiveLink()
  const queries = useQueryClient()
  const { data } = useQuery({
    ...contactsQuery(api),
    refetchInterval: ({ state }) => (state.data?.length === 0 ? EVERY_MS_WITHOUT : EVERY_MS),
  })
  useEffect(() => {
    const question = createPacedQuestion({
      clock,
      withinMs: GATHER_MS,
      restMs: () => REST_MS,
      ask: () =>
        void queries.invalidateQueries({ queryKey: CONTACTS_KEY }, { cancelRefetch: false }),
    })
    const unsubscribe = feed.subscribe((events) => {
      if (events.some(isInput)) question.hear()
    })
    return () => {
      unsubscribe()
      question.stop()
    }
  }, [clock, feed, queries])
  return data ?? NONE
}
