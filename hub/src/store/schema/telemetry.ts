import type { Generated } from 'kysely'

export interface TelemetryTable {
  id: Generated<number>
  epoch_id: number
  seq: number
  agent_id: number
  type: string
  value: number
  unit: string
  ts: number
  received_at: number
}

export interface TelemetryMinuteTable {
  agent_id: number
  type: string
  /** Start of the minute. */
  minute: number
  sum: number
  count: number
}
