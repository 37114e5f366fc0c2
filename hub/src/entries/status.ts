import { insertAgentEvents, type StoredAgentEvent } from '../store/agents/agent-events.ts'
import { saveStatuses, type StoredStatus } from '../store/agents/agent-status.ts'
import { byArrival } from '../store/retention.ts'
import type { EntryRow } from './entry.ts'
import type { KindOfEntry } from './entry-kind.ts'
import { entryTime } from './entry-time.ts'

/** An edge's state, and what happened to it; `event` is null where it only repeats its state. */
export interface StatusRow extends EntryRow, StoredStatus {
  event: StoredAgentEvent['event'] | null
  detail: string | null
  late: boolean
}

export const status: KindOfEntry<'status', StatusRow> = {
  kind: 'status',
  metric: 'statuses',
  locksAgents: true,

  row(entry, { epochId, agentId, receivedAt }) {
    const { data, seq } = entry
    const { readers, clock, detail = null } = data
    const { sensors = [], inputs = [], barriers, relays = null, cleartext } = data
    const outbox = JSON.stringify(data.outbox)
    const { at, late } = entryTime(entry, receivedAt)
    const event = data.event === 'periodic' ? null : data.event
    const devices = { sensors, inputs, barriers, relays, cleartext }
    const source = { epochId, seq, agentId, receivedAt }
    return { ...source, clock, outbox, readers, devices, event, detail, at, late }
  },

  insert: (db, rows) =>
    insertAgentEvents(
      db,
      rows.flatMap((row) => (row.event === null ? [] : [{ ...row, event: row.event }])),
    ),
  async update(db, rows) {
    const last = new Map(rows.map((row) => [row.agentId, row]))
    await saveStatuses(db, [...last.values()])
  },

  retention: (db, { now, before }) => [byArrival(db, 'agent_events', { now, before })],
}
