import type { Alert } from '@vehicle-control/protocol'
import type { AlertNoticeRow } from '../store/schema/reports.ts'
import type { WatchedAgent } from './alerts.ts'

type Agent = Alert['agent']
export type BegunAlert = { agentId: number; alert: Alert; reader: string }
export type EndedAlert = { agent: Agent; kind: Alert['kind']; reader: string }

/** What is to be told of alerts since people were last told. */
export interface AlertChanges {
  begun: BegunAlert[]
  ended: EndedAlert[]
  /** Ids of the notices that have had their time, told of as ended or not. */
  spent: number[]
}

/** What an agent alone can say of itself: while it is away, nobody knows whether that is over. */
const saidByAgent: ReadonlySet<Alert['kind']> = new Set([
  'reader_silent',
  'reader_closed',
  'clock_unsynced',
  'outbox_filling',
])

/** Compares what is wrong now with what people were told of. */
export function alertChanges(
  agents: readonly WatchedAgent[],
  notices: readonly AlertNoticeRow[],
): AlertChanges {
  const told = new Set(notices.map((n) => keyOf(n.agent_id, n.kind, n.reader)))
  const standing = agents.flatMap(({ id, alerts }) =>
    alerts.map(({ alert, reader }) => ({ agentId: id, alert, reader })),
  )
  const begun = standing.filter((s) => !told.has(keyOf(s.agentId, s.alert.kind, s.reader)))

  const now = new Set(standing.map((s) => keyOf(s.agentId, s.alert.kind, s.reader)))
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const ended: EndedAlert[] = []
  const spent: number[] = []
  for (const { id, agent_id, kind, reader } of notices) {
    if (now.has(keyOf(agent_id, kind, reader))) continue
    const agent = byId.get(agent_id)
    if (agent && !agent.connected && saidByAgent.has(kind)) continue
    spent.push(id)
    // What is lost stays lost, and of a deleted agent nobody wants to hear.
    if (agent && kind !== 'gap') {
      ended.push({ agent: { code: agent.code, name: agent.name }, kind, reader })
    }
  }
  return { begun, ended, spent }
}

const keyOf = (agentId: number, kind: string, reader: string) => `${agentId} ${kind} ${reader}`
