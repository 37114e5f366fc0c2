import type { Generated } from 'kysely'

/** What a gate decided on a tag. */
export interface DecisionTable {
  id: Generated<number>
  epoch_id: number
  seq: number
  agent_id: number
  /** Seq of the read that it was decided on; null where it was none that is stored. */
  read_seq: number | null
  reader: string
  uid: string
  /** The version of an asset that had this tag at `decided_at`. */
  asset_id: number | null
  verdict: string
  reason: string
  rule: number | null
  marked: 0 | 1
  mode: string
  /** How many decisions it stands for. */
  count: number
  decided_at: number
  received_at: number
  clock: string
  late: 0 | 1
  /** JSON of all that the edge said, as it came. */
  facts: string
}
