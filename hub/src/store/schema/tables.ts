import type {
  AccessBucketTable,
  AccessGateTable,
  AccessGroupTable,
  AccessListTable,
  AccessPolicyTable,
  AccessRowTable,
  AccessTouchedTable,
  AssetAccessTable,
  DecisionTable,
  DeniedTagTable,
} from './access.ts'
import type {
  AgentDeviceTable,
  AgentEventTable,
  AgentKeyTable,
  AgentMetricTable,
  AgentReaderTable,
  AgentTable,
  EnrollCardTable,
  EnrollTokenTable,
} from './agents.ts'
import type { AssetTable, UploadTable } from './assets.ts'
import type {
  PasswordResetTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SessionTable,
} from './auth.ts'
import type { ReplicaTable } from './cluster.ts'
import type { RelayCommandTable } from './commands.ts'
import type {
  AuditTable,
  UserInviteTable,
  UserTable,
  WallPairingTable,
  WallTable,
} from './people.ts'
import type {
  AgentEpochTable,
  DeadLetterTable,
  GapTable,
  ReadTable,
  SuppressionTable,
  TagReportTable,
} from './reads.ts'
import type {
  AlertNoticeTable,
  AssetCountTable,
  AssetDayTable,
  AssetDeltaTable,
  AssetWeekTable,
  ReadCountTable,
  SiteCountTable,
} from './reports.ts'
import type { SettingTable } from './settings.ts'
import type { TelemetryMinuteTable, TelemetryTable } from './telemetry.ts'

/**
 * Every table, with its row as both databases hold it. Times are milliseconds since 1970 (UTC),
 * booleans 0 or 1. Numeric ids stay inside the hub, except those of agents, assets, users and audit
 * rows.
 */
export interface Database {
  users: UserTable
  user_invites: UserInviteTable
  sessions: SessionTable
  password_resets: PasswordResetTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  walls: WallTable
  wall_pairings: WallPairingTable
  agents: AgentTable
  agent_keys: AgentKeyTable
  agent_epochs: AgentEpochTable
  agent_readers: AgentReaderTable
  agent_devices: AgentDeviceTable
  agent_metrics: AgentMetricTable
  agent_events: AgentEventTable
  enroll_tokens: EnrollTokenTable
  enroll_cards: EnrollCardTable
  assets: AssetTable
  reads: ReadTable
  suppressions: SuppressionTable
  decisions: DecisionTable
  tag_reports: TagReportTable
  gaps: GapTable
  telemetry: TelemetryTable
  telemetry_minutes: TelemetryMinuteTable
  relay_commands: RelayCommandTable
  read_counts: ReadCountTable
  site_counts: SiteCountTable
  asset_counts: AssetCountTable
  asset_days: AssetDayTable
  asset_weeks: AssetWeekTable
  asset_deltas: AssetDeltaTable
  settings: SettingTable
  audit_log: AuditTable
  dead_letters: DeadLetterTable
  uploads: UploadTable
  alert_notices: AlertNoticeTable
  replicas: ReplicaTable
  access_list: AccessListTable
  access_rows: AccessRowTable
  access_buckets: AccessBucketTable
  access_touched: AccessTouchedTable
  access_groups: AccessGroupTable
  asset_access: AssetAccessTable
  denied_tags: DeniedTagTable
  access_policies: AccessPolicyTable
  access_gates: AccessGateTable
}

/** Every table that a copy carries: triggers on assets fill the other one in the copy anew. */
export type Table = Exclude<keyof Database, 'access_touched'>

/**
 * Each table after those that its foreign keys point to, and those that triggers fill after those that
 * the triggers are on: a copy fills them in this order.
 */
const ORDER: Record<Table, true> = {
  users: true,
  user_invites: true,
  sessions: true,
  password_resets: true,
  second_factors: true,
  recovery_codes: true,
  walls: true,
  wall_pairings: true,
  agents: true,
  agent_keys: true,
  agent_epochs: true,
  agent_readers: true,
  agent_devices: true,
  agent_metrics: true,
  agent_events: true,
  enroll_tokens: true,
  enroll_cards: true,
  uploads: true,
  assets: true,
  reads: true,
  suppressions: true,
  decisions: true,
  tag_reports: true,
  gaps: true,
  telemetry: true,
  telemetry_minutes: true,
  relay_commands: true,
  read_counts: true,
  site_counts: true,
  asset_counts: true,
  asset_days: true,
  asset_weeks: true,
  asset_deltas: true,
  settings: true,
  audit_log: true,
  dead_letters: true,
  alert_notices: true,
  replicas: true,
  access_list: true,
  access_rows: true,
  access_buckets: true,
  access_groups: true,
  asset_access: true,
  denied_tags: true,
  access_policies: true,
  access_gates: true,
}

/** The names of all that a copy carries, in its order. */
export const TABLES = Object.keys(ORDER) as Table[]
