import { useQuery } from '@tanstack/react-query'
import type { ShownAlert } from '@vehicle-control/protocol'
import { useMemo } from 'react'
import { alertsQuery } from '../../../api/alerts/alerts.ts'
import { useApp } from '../../../app-parts.ts'
import type { StateTone } from '../../../components/StateMark.tsx'
import { alertTone, alertWords } from '../../../components/troubles/alert-words.ts'
import { STATUS_TEXTS as TEXTS } from '../../../texts/status.ts'

/** What is wrong with an agent, in one line. */
export interface Trouble {
  readonly tone: StateTone
  readonly text: string
}

const NONE: ReadonlyMap<string, Trouble> = new Map()

/**
 * What is wrong with agents other than being offline, by code, from the alerts the shell fetches.
 */
export function useTroubles(): ReadonlyMap<string, Trouble> {
  const { api } = useApp()
  const { data } = useQuery(alertsQuery(api))
  return useMemo(() => (data ? troublesOf(data) : NONE), [data])
}

function troublesOf(alerts: readonly ShownAlert[]): Map<string, Trouble> {
  const byCode = new Map<string, ShownAlert[]>()
  for (const alert of alerts) {
    if (alert.kind === 'agent_offline') continue
    const known = byCode.get(alert.agent.code)
    if (known) known.push(alert)
    else byCode.set(alert.agent.code, [alert])
  }
  return new Map([...byCode].map(([code, found]) => [code, inOneLine(found)]))
}

function inOneLine(alerts: readonly ShownAlert[]): Trouble {
  const isBad = (alert: ShownAlert) => alertTone(alert) === 'bad'
  const worstFirst = [...alerts.filter(isBad), ...alerts.filter((alert) => !isBad(alert))]
  const text = worstFirst.map((alert) => alertWords(alert).what).join(TEXTS.troubleJoint)
  return { tone: alerts.some(isBad) ? 'bad' : 'warn', text }
}
