import { HostMetric, LATE_AFTER_MS, TelemetryEvent, TelemetryType } from '@vehicle-control/protocol'
import { saveMetrics } from '../store/agents/agent-metrics.ts'
import { type CellsOf, insertEntries } from '../store/bulk.ts'
import { byMonth, telemetryMinutes } from '../store/retention.ts'
import { countTelemetry } from '../store/telemetry/telemetry-minutes.ts'
import { ENTRY, type EntryRow } from './entry.ts'
import { declareAnnounced, type KindOfEntry } from './entry-kind.ts'
import { entryTime } from './entry-time.ts'
import { inSpans, MISSED_ROWS_MAX, wasLate } from './missed-spans.ts'

/** A sample of a sensor, an input line or the edge itself. */
export interface TelemetryRow extends EntryRow {
  type: string
  /** Which of several sources of one type; empty for an only one. */
  source: string
  value: number
  unit: string
  at: number
  late: boolean
}

const TELEMETRY: CellsOf<'telemetry', TelemetryRow> = {
  ...ENTRY,
  type: (t) => t.type,
  source: (t) => t.source,
  value: (t) => t.value,
  unit: (t) => t.unit,
  ts: (t) => t.at,
}

/**
 * Host metrics are not announced: one a minute of each agent would flood browsers; lists show them.
 */
const HOST_METRICS: ReadonlySet<string> = new Set(HostMetric.options)

const announced = declareAnnounced({
  name: 'telemetry',
  payload: TelemetryEvent,
  of(
    { type, source, value, unit, at }: Omit<TelemetryRow, 'epochId' | 'agentId' | 'receivedAt'>,
    { agent: { code } },
  ) {
    if (HOST_METRICS.has(type)) return null
    const ts = new Date(at).toISOString()
    return { agent: { code }, ts, type, ...(source !== '' && { source }), value, unit }
  },
  deliveries: [{ event: 'agent:telemetry' }],
  missed: {
    by: 'seq',
    async find(db, spans, since) {
      const agents = spans.map(({ agentId }) => agentId)
      const rows = await db
        .selectFrom('telemetry')
        .select(['epoch_id', 'seq', 'type', 'source', 'value', 'unit', 'ts', 'received_at'])
        .where('agent_id', 'in', agents)
        .where('type', 'in', TelemetryType.options)
        .where('ts', '>=', since - LATE_AFTER_MS)
        .where(inSpans(spans))
        .orderBy('ts', 'desc')
        .limit(MISSED_ROWS_MAX)
        .execute()
      return rows.map(({ epoch_id: epochId, ts: at, received_at, ...sample }) => {
        return { epochId, ...sample, at, late: wasLate(at, received_at) }
      })
    },
  },
})

export const telemetry: KindOfEntry<'telemetry', TelemetryRow, typeof announced> = {
  kind: 'telemetry',
  metric: 'telemetry',

  refusal: ({ data: { type, source = '' } }, sender) =>
    sender.acceptsSource(`${type} ${source}`)
      ? null
      : 'the agent names more sources than it can have',

  row(entry, { epochId, agentId, receivedAt }) {
    const { type, source = '', value, unit } = entry.data
    const { at, late } = entryTime(entry, receivedAt)
    return { epochId, seq: entry.seq, agentId, receivedAt, type, source, value, unit, at, late }
  },

  insert: (db, rows) => insertEntries(db, 'telemetry', TELEMETRY, rows),
  async update(db, rows) {
    await saveMetrics(db, rows)
    await countTelemetry(db, rows)
  },

  announced,

  retention: (db, { now, before, samplesBefore }) => [
    ...byMonth(db, 'telemetry', { now, before: samplesBefore }),
    telemetryMinutes(db, before),
  ],
}
