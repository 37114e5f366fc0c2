import type { Alert } from '@vehicle-control/protocol'
import type { Generated, Selectable } from 'kysely'

/**
 * Rows as both databases hold them. Times are milliseconds since 1970 (UTC), booleans 0 or 1.
 * Numeric ids stay inside the hub, except those of agents, assets, users and audit rows.
 */
export interface Database {
  users: UserTable
  sessions: SessionTable
  password_resets: PasswordResetTable
  agents: AgentTable
  agent_keys: AgentKeyTable
  agent_epochs: AgentEpochTable
  agent_readers: AgentReaderTable
  enroll_tokens: EnrollTokenTable
  assets: AssetTable
  reads: ReadTable
  suppressions: SuppressionTable
  gaps: GapTable
  telemetry: TelemetryTable
  telemetry_minutes: TelemetryMinuteTable
  relay_commands: RelayCommandTable
  read_counts: ReadCountTable
  site_counts: SiteCountTable
  asset_counts: AssetCountTable
  asset_days: AssetDayTable
  asset_weeks: AssetWeekTable
  settings: SettingTable
  audit_log: AuditTable
  dead_letters: DeadLetterTable
  uploads: UploadTable
  alert_notices: AlertNoticeTable
  replicas: ReplicaTable
}

type Flag = 0 | 1

export interface UserTable {
  id: Generated<number>
  /** Lower case. */
  email: string
  name: string
  role: 'operator' | 'admin' | 'superadmin'
  /** Look-only account of a wall screen. */
  kiosk: Flag
  /** PHC string of scrypt. */
  password_hash: string
  /** 1 while a seeded account still has its seed password. */
  demo: Flag
  disabled_at: number | null
  created_at: number
}
export type UserRow = Selectable<UserTable>

export interface SessionTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the token, hex. */
  token_hash: string
  created_at: number
  expires_at: number
  revoked_at: number | null
  address: string | null
}

export interface PasswordResetTable {
  user_id: number
  /** SHA-256 of the token, hex. */
  token_hash: string
  created_at: number
  expires_at: number
}

export interface AgentTable {
  id: Generated<number>
  code: string
  /** The code in lower case: codes are unique ignoring case. */
  code_key: string
  name: string
  location: string | null
  lat: number | null
  lng: number | null
  created_at: number
  deleted_at: number | null
  last_seen: number | null
  last_ip: string | null
  readings_count: Generated<number>
  version: string | null
  clock: string | null
  /** JSON of the last status entry's outbox figures. */
  outbox: string | null
  hardware_serial: string | null
  /** Counter of the join state that the edge confirmed; null: the next hello is taken as it is. */
  join_confirmed: number | null
  join_offered: Generated<number>
  /** Only a device with this serial is taken at the next hello (the accept call). */
  join_serial: string | null
  /** JSON {known, claimant} of the two devices, while in quarantine. */
  quarantine: string | null
  /** Raised by every hello; a connection with an older one is superseded. */
  generation: Generated<number>
  /** The hub process that the agent said its newest hello to, until it leaves. */
  replica: string | null
}
export type AgentRow = Selectable<AgentTable>

export interface AgentKeyTable {
  id: string
  agent_id: number
  /** SHA-256 of the secret, hex. */
  secret_hash: string
  created_at: number
  /** Set on the older key when a newer one is made. */
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
}
export type AgentKeyRow = Selectable<AgentKeyTable>

export interface AgentEpochTable {
  id: Generated<number>
  epoch: string
  agent_id: number
  /** Every entry up to this seq is committed here. */
  watermark: number
  updated_at: number
}

export interface AgentReaderTable {
  agent_id: number
  reader: string
  type: string
  path: string
  state: 'open' | 'silent' | 'closed'
  simulated: Flag
  error: string | null
  noise: number
  updated_at: number
}
export type AgentReaderRow = Selectable<AgentReaderTable>

export interface EnrollTokenTable {
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** The only code that it may enrol, lower case; null: any new one. */
  code_key: string | null
  created_by: number | null
  created_at: number
  expires_at: number
  used_at: number | null
}

export interface AssetTable {
  id: Generated<number>
  type: 'vehicle' | 'product' | 'furniture'
  /** A vehicle's model. */
  name: string
  plate: string | null
  rfid_tag: string
  owner: string | null
  location: string | null
  photo_url: string | null
  created_at: number
  updated_at: number
  deleted_at: number | null
}
export type AssetRow = Selectable<AssetTable>

export interface ReadTable {
  id: Generated<number>
  epoch_id: number
  seq: number
  agent_id: number
  reader: string
  uid: string
  antenna: number | null
  rssi: number | null
  /** The asset that had this tag when the read was ingested. */
  asset_id: number | null
  read_at: number
  received_at: number
  /** The edge's clock quality, or `estimated` where read_at is the hub's reckoning. */
  clock: string
  late: Flag
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
}

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

export interface RelayCommandTable {
  id: string
  agent_id: number
  pin: number
  state: number
  duration_ms: number | null
  /** Email of who asked; `agent` where the hub has forgotten the command and only knows its result. */
  actor: string
  address: string | null
  created_at: number
  /** The hub process that raises the command's timeout. */
  replica: string | null
  ok: Flag | null
  reason: string | null
  on_ms: number | null
  finished_at: number | null
}

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

export interface SettingTable {
  key: string
  value: string
}

export interface AuditTable {
  id: Generated<number>
  at: number
  /** Email of a user, `agent:<code>`, or `hub`. */
  actor: string
  action: string
  target: string
  /** JSON. */
  detail: string
  address: string | null
  /** SHA-256 over the row before's hash and this row. */
  hash: string
}
export type AuditRow = Selectable<AuditTable>

export interface DeadLetterTable {
  id: Generated<number>
  epoch_id: number
  seq: number
  agent_id: number
  kind: string
  payload: string
  error: string
  received_at: number
}

/** Hub processes that share this database. */
export interface ReplicaTable {
  /** New at every start. */
  id: string
  /** Raised every few seconds: a process whose beats stand still is dead. */
  beats: number
  /** JSON: the readers of the agents that it holds. */
  readers: string
}

export interface UploadTable {
  /** Last part of the photo's path. */
  name: string
  created_by: number
  created_at: number
  content_type: string
  content: Uint8Array
}

/** An alert that people were told of by mail. */
export interface AlertNoticeTable {
  id: Generated<number>
  agent_id: number
  kind: Alert['kind']
  /** Empty where it is not about one reader. */
  reader: string
  told_at: number
}
export type AlertNoticeRow = Selectable<AlertNoticeTable>
