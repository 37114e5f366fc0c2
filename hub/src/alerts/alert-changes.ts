import type { Alert } from '@vehicle-control/protocol'
import type { AlertNoticeRow } from '../store/schema/reports.ts'
import { ALERT_KINDS, type AlertKind } from './alert-kinds.ts'
import type { WatchedAgent } from './alerts.ts'

type Agent = Alert['agent']
export type BegunAlert = { agentId: number; alert: Alert; part: string }
export type EndedAlert = { agent: Agent; kind: Alert['kind']; part: string }

/** Alerts that began and ended since the last mail. */
export interface AlertChanges {
  begun: BegunAlert[]
  ended: EndedAlert[]
  /** Ids of the notices whose alerts are over, whether their end is mailed or not. */
  overIds: number[]
}

const KINDS: Readonly<Partial<Record<string, AlertKind>>> = ALERT_KINDS

/**
 * Compares the present alerts with the notices of those that were mailed. `muted` kinds neither begin
 * nor end; one that still stands begins once it is no longer muted.
 */
export function alertChanges(
  agents: readonly WatchedAgent[],
  notices: readonly AlertNoticeRow[],
  muted: readonly Alert['kind'][] = [],
): AlertChanges {
  const mailed = new Set(notices.map((n) => keyOf(n.agent_id, n.kind, n.part)))
  const standing = agents.flatMap(({ id, alerts }) =>
    alerts.map(({ alert, part }) => ({ agentId: id, alert, part })),
  )
  const begun = standing.filter(({ agentId, alert: { kind }, part }) => {
    return !muted.includes(kind) && !mailed.has(keyOf(agentId, kind, part))
  })

  const present = new Set(standing.map((s) => keyOf(s.agentId, s.alert.kind, s.part)))
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const ended: EndedAlert[] = []
  const overIds: number[] = []
  for (const { id, agent_id, kind, part, told_at } of notices) {
    if (present.has(keyOf(agent_id, kind, part))) continue
    const known = KINDS[kind]
    // A newer hub has mailed it, and knows whether it is over: this one has no words for it.
    if (known === undefined) continue
    const agent = byId.get(agent_id)
    if (agent && !agent.connected && known.endsBy === 'agent') continue
    // It is away as before, for less than somebody has since said that an alert takes.
    if (kind === 'agent_offline' && agent && !agent.connected && agent.seen < told_at) continue
    overIds.push(id)
    // The alerts of a deleted agent are not worth a mail either.
    if (agent && known.endsBy !== 'day' && !muted.includes(kind)) {
      ended.push({ agent: { code: agent.code, name: agent.name }, kind, part })
    }
  }
  return { begun, ended, overIds }
}

const keyOf = (agentId: number, kind: string, part: string) => `${agentId} ${kind} ${part}`
