import type { AgentDetail, AgentInput } from '@vehicle-control/protocol'
import { useEffect, useState } from 'react'
import { useLiveLink } from '../../../../../live/LiveLink.tsx'

interface Change {
  readonly at: number
  readonly active: boolean
}

/** The input lines of an agent: as the list has them, or as an event told since. */
export function useLiveInputs({ code, inputs }: AgentDetail): readonly AgentInput[] {
  const { feed } = useLiveLink()
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map())
  useEffect(() => {
    return feed.subscribe((events) => {
      const heard: [string, Change][] = []
      for (const one of events) {
        if (one.kind !== 'telemetry' || one.event.type !== 'input') continue
        const { source, at, value } = one.event
        if (one.event.code === code) heard.push([source, { at, active: value !== 0 }])
      }
      if (heard.length > 0) setChanges((known) => new Map([...known, ...heard]))
    })
  }, [feed, code])
  return inputs.map((input) => {
    const change = changes.get(input.id)
    const isNewer = change !== undefined && change.at > Date.parse(input.since)
    return isNewer ? { ...input, active: change.active, error: null } : input
  })
}
