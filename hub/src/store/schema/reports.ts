import type { Alert } from '@vehicle-control/protocol'
import type { Generated, Selectable } from 'kysely'

export interface ReadCountTable {
  /** Start of the 15 minutes. */
  bucket: number
  agent_id: number
  reads: number
  suppressed: number
}

/** `read_counts` over all agents. */
export interface SiteCountTable {
  bucket: number
  reads: number
  suppressed: number
}

export interface AssetCountTable {
  bucket: number
  asset_id: number
  reads: number
}

/** `asset_counts` over days of UTC, for long ranges. */
export interface AssetDayTable {
  /** Start of the day. */
  day: number
  asset_id: number
  reads: number
}

/** `asset_days` over weeks that begin when the first week of 1970 did, on a Thursday of UTC. */
export interface AssetWeekTable {
  /** Start of the week. */
  week: number
  asset_id: number
  reads: number
}

/** Counts of one ingest transaction that are not merged into the three tables above yet. */
export interface AssetDeltaTable {
  id: Generated<number>
  /** JSON {start of a bucket: [asset, asset, …]}, with an asset once for each read. */
  counts: string
}

/** An alert that was mailed. */
export interface AlertNoticeTable {
  id: Generated<number>
  agent_id: number
  kind: Alert['kind']
  /** The reader, sensor or input that it is about; empty where it is about the agent. */
  part: string
  told_at: number
}
export type AlertNoticeRow = Selectable<AlertNoticeTable>
