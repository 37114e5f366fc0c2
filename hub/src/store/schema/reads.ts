import type { Generated } from 'kysely'

export interface AgentEpochTable {
  id: Generated<number>
  epoch: string
  agent_id: number
  /** Every entry up to this seq is committed in this database. */
  watermark: number
  updated_at: number
  /** When its device last named it in a hello, to the day. */
  named_at: Generated<number>
  /** The last seq that its device had then, while not all entries up to it are here; else null. */
  owed_through: number | null
}

export interface ReadTable {
  id: Generated<number>
  epoch_id: number
  seq: number
  agent_id: number
  reader: string
  uid: string
  antenna: number | null
  rssi: number | null
  /** The version of an asset that had this tag at `read_at`. */
  asset_id: number | null
  read_at: number
  received_at: number
  /** The quality of the edge's clock, or `estimated` where the hub computed read_at. */
  clock: string
  late: 0 | 1
  /** The chip's own number, where the reader was asked for it beside the EPC. */
  tid: string | null
  /** 1 where whoever sent it to the edge showed an address alone. */
  unauthenticated: 1 | null
}

export interface SuppressionTable {
  id: Generated<number>
  epoch_id: number
  seq: number
  agent_id: number
  reader: string
  uid: string
  asset_id: number | null
  first_at: number
  last_at: number
  count: number
  rssi: number | null
  received_at: number
}

export interface GapTable {
  id: Generated<number>
  epoch_id: number
  seq: number
  agent_id: number
  from_seq: number | null
  to_seq: number | null
  /** JSON {kind: count}. */
  counts: string
  reason: string
  at: number
  received_at: number
  /**
   * How many gaps it stands for. With several, `from_seq` to `to_seq` includes entries that
   * arrived.
   */
  gaps: Generated<number>
  /** Lost entries of all kinds; null in rows of an older hub until they are summed up. */
  lost: number | null
}

export interface DeadLetterTable {
  id: Generated<number>
  epoch_id: number
  seq: number
  agent_id: number
  kind: string
  payload: string
  error: string
  received_at: number
  /** How many entries it stands for: its own, and later ones of the same hour. */
  count: Generated<number>
  /** Epoch and seq of the last of several. */
  last_epoch_id: number | null
  last_seq: number | null
}

/** An unknown tag that an admin is to look at. */
export interface TagReportTable {
  uid: string
  agent_id: number
  read_at: number
  note: string
  /** The name of the account, as it was then. */
  reported_by: string
  reported_at: number
  /** When the last note was added; null: none was. */
  noted_at: number | null
}
