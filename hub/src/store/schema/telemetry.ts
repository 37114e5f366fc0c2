import type { Generated } from 'kysely'

export interface TelemetryTable {
  id: Generated<number>
  epoch_id: number
  seq: number
  agent_id: number
  type: string
  /** Which of several sources of one type; empty for an only one. */
  source: Generated<string>
  value: number
  unit: string
  ts: number
  received_at: number
}

export interface TelemetryMinuteTable {
  agent_id: number
  type: string
  /** As in `telemetry`. */
  source: Generated<string>
  /** Start of the minute. */
  minute: number
  sum: number
  count: number
}
