import type { Generated, Selectable } from 'kysely'

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

/** The one row of which list gates are told, and how far it is. */
export interface AccessListTable {
  /** 1: there is one row. */
  one: number
  /** A `ListId`. */
  id: string
  edits: number
  /** The list that this one goes on from, and how many edits that had had; null: none. */
  was_id: Generated<string | null>
  was_edits: Generated<number | null>
  /** The id that the next rule gets. */
  next_rule: number
  /** When all rows were last compared with the assets; 0: this list's never were. */
  proven_at: number
}

/** A tag as gates are told of it: a `ListRow`, and its bucket. */
export interface AccessRowTable {
  uid: string
  bucket: number
  state: number
  valid_from: number | null
  valid_to: number | null
  /** 0: none. */
  group_id: number
  kind: number
}
export type AccessRow = Selectable<AccessRowTable>

/** A bucket that has had a row. */
export interface AccessBucketTable {
  bucket: number
  /** `BucketDigest` of its rows, hex. */
  digest: string
  /** The list's edits when it last changed. */
  edits: number
  /** How many rows it has. */
  tags: number
}
export type AccessBucketRow = Selectable<AccessBucketTable>

/** A tag whose row may be out of date. */
export interface AccessTouchedTable {
  id: Generated<number>
  uid: string
}

/** A group of vehicles that rules name. */
export interface AccessGroupTable {
  id: Generated<number>
  name: string
  created_at: number
  deleted_at: number | null
}

/** What people set of an asset; without a row nothing is. It follows the asset through its versions. */
export interface AssetAccessTable {
  /** `assetIdOf` its versions. */
  asset_id: number
  denied: 0 | 1
  valid_from: number | null
  valid_to: number | null
  group_id: number | null
  changed_at: number
  changed_by: string
}
export type AssetAccessRow = Selectable<AssetAccessTable>

/** A tag that a blocked asset has or had: it passes nowhere, whoever has it now. */
export interface DeniedTagTable {
  uid: string
  /** Of the blocked asset. */
  asset_id: number
  denied_at: number
  denied_by: string
}
export type DeniedTagRow = Selectable<DeniedTagTable>

/** What an agent decides by, beside the list; without a row its mode is `off`. */
export interface AccessPolicyTable {
  agent_id: number
  revision: number
  mode: string
  /** JSON array of `Rule`. */
  rules: string
  changed_at: number
  changed_by: string
}

/** What an agent last said that it holds. */
export interface AccessGateTable {
  agent_id: number
  list_id: string | null
  edits: number | null
  digest: string | null
  denied: string | null
  policy: string | null
  mode: string | null
  complete: Generated<0 | 1>
  /** JSON array of the rules that it does not know. */
  refused: string | null
  /** 1: what it said equals what it is to hold. */
  is_equal: Generated<0 | 1>
  /** When it last did, by the hub's clock. */
  equal_at: number | null
  told_at: number | null
  /** JSON of the `ListPlace` that a person has given up. */
  given_up: string | null
}
