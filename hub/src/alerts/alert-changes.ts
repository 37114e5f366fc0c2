import type { Alert } from '@vehicle-control/protocol'
import type { AlertNoticeRow } from '../store/schema/reports.ts'
import type { WatchedAgent } from './alerts.ts'

type Agent = Alert['agent']
export type BegunAlert = { agentId: number; alert: Alert; part: string }
export type EndedAlert = { agent: Agent; kind: Alert['kind']; part: string }

/** Alerts that began and ended since the last mail. */
export interface AlertChanges {
  begun: BegunAlert[]
  ended: EndedAlert[]
  /** Ids of the notices whose alerts are over, mailed as ended or not. */
  overIds: number[]
}

/** Known from the agent alone: while it is away, they may be over or not. */
const REPORTED_BY_AGENT: ReadonlySet<Alert['kind']> = new Set([
  'reader_silent',
  'reader_closed',
  'reader_warning',
  'sensor_stale',
  'sensor_alarm',
  'input_fire',
  'input_failed',
  'relays_failed',
  'undervoltage',
  'clock_unsynced',
  'cleartext',
  'outbox_filling',
  'outbox_blocked',
])

/** Told of what happened: a day later it is no longer worth telling, and that is not worth a mail. */
const NEVER_OVER: ReadonlySet<string> = new Set<Alert['kind']>([
  'gap',
  'bad_entries',
  'outbox_full',
  'outbox_replaced',
  'clock_step',
  'retired_tag',
  'clock_off',
])

/** Compares the alerts of now with the notices of those that were mailed. */
export function alertChanges(
  agents: readonly WatchedAgent[],
  notices: readonly AlertNoticeRow[],
): AlertChanges {
  const mailed = new Set(notices.map((n) => keyOf(n.agent_id, n.kind, n.part)))
  const standing = agents.flatMap(({ id, alerts }) =>
    alerts.map(({ alert, part }) => ({ agentId: id, alert, part })),
  )
  const begun = standing.filter((s) => !mailed.has(keyOf(s.agentId, s.alert.kind, s.part)))

  const now = new Set(standing.map((s) => keyOf(s.agentId, s.alert.kind, s.part)))
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const ended: EndedAlert[] = []
  const overIds: number[] = []
  for (const { id, agent_id, kind, part } of notices) {
    if (now.has(keyOf(agent_id, kind, part))) continue
    const agent = byId.get(agent_id)
    if (agent && !agent.connected && REPORTED_BY_AGENT.has(kind)) continue
    overIds.push(id)
    // The alerts of a deleted agent are not worth a mail either.
    if (agent && !NEVER_OVER.has(kind)) {
      ended.push({ agent: { code: agent.code, name: agent.name }, kind, part })
    }
  }
  return { begun, ended, overIds }
}

const keyOf = (agentId: number, kind: string, part: string) => `${agentId} ${kind} ${part}`
