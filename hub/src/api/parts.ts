import type { FixedSetting, HubAlert, RfidStatus, Role, SiteState } from '@vehicle-control/protocol'
import type { AccessList } from '../access/access-list.ts'
import type { ChainCheck } from '../audit/chain-check.ts'
import type { BulkReadAudit } from '../audit/bulk-read-audit.ts'
import type { OwedEntries } from '../audit/owed-entries.ts'
import type { FailedLogins } from '../auth/login/failed-logins.ts'
import type { LoginParts } from '../auth/login/login.ts'
import type { ResetParts } from '../auth/password-reset/password-reset.ts'
import type { PeopleMail } from '../auth/people-mail.ts'
import type { KnownSessions } from '../auth/sessions/known-sessions.ts'
import type { SessionUse } from '../auth/sessions/session-use.ts'
import type { PairingParts } from '../auth/walls/wall-pairing.ts'
import type { RelayCommands } from '../commands/relay-commands.ts'
import type { MakeDiagnostics } from '../diagnostics/diagnostics.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import type { Semaphore } from '../limits/semaphore.ts'
import type { MailTester } from '../mail/mail-tester.ts'
import type { Presence } from '../ingest/presence/presence.ts'
import type { PictureEncoder } from '../photos/encode-picture.ts'
import type { PlanPicture } from '../photos/plan-picture.ts'
import type { SiteDays } from './site-days.ts'
import type { Db } from '../store/database.ts'
import type { LiveSettings } from '../settings/live-settings.ts'
import type { Tiles } from '../tiles/tiles.ts'

/** The parts of the hub that calls work with; each handler names the ones that it uses. */
export interface ApiParts extends LoginParts, ResetParts, PairingParts {
  /** When sessions were last used. */
  sessionUse: Pick<SessionUse, 'note' | 'lastUse'>
  /** Sessions that count where the database is away. */
  knownSessions: Pick<KnownSessions, 'note' | 'find'>
  /** Roles that log in with a second factor. */
  secondFactorRoles: readonly Role[]
  /** A connection for the lookups of urgent calls, which wait for no other work. */
  urgentReads: Db
  /** A read-only connection for short lists. */
  readOnly: Db
  /** Read-only connections for searches and exports, which may take seconds. */
  searches: Db
  failedLogins: FailedLogins
  presence: Presence
  /** The list of tags that gates decide by. */
  accessList: Pick<AccessList, 'image' | 'refresh'>
  rfidStatus: () => RfidStatus
  /** What is wrong with this hub itself. */
  hubAlerts: () => readonly HubAlert[]
  commands: RelayCommands
  /** Days and hours of the site's time zone. */
  site: SiteDays
  timeZone: string
  /** What superadmins set, as it counts now. */
  settings: LiveSettings
  /** What the environment sets, without secrets. */
  fixedSettings: () => FixedSetting[]
  /** Where browsers reach the hub, as it is set; null: it is not. */
  publicOrigin: string | null
  version: string
  /** Null: there is no mailer. */
  peopleMail: PeopleMail | null
  /** Null: there is no mailer. */
  mailTester: () => MailTester | null
  /** Of the mails that one account has sent to itself; its key is the account's id. */
  mailTestRateLimit: RateLimit
  /** How the hub stands, as superadmins see it. */
  siteState: () => Promise<SiteState>
  /** A zip for whoever helps, without secrets. */
  diagnostics: MakeDiagnostics
  /** The map's tiles. */
  tiles: Tiles
  /** Of the tiles that one session asks for; its key is the session's id. */
  tileRateLimit: RateLimit
  /** Of the tags that one account reports; its key is the account's id. */
  reportRateLimit: RateLimit
  /** Admits requests to the database; absent: with the limits of a real hub. */
  sessionSemaphore?: Semaphore
  pictures: PictureEncoder
  planPicture: Pick<PlanPicture, 'find'>
  /** Writes audit entries, or owes them while the database takes nothing. */
  owedEntries: Pick<OwedEntries, 'append'>
  /** What is known of the audit log's chain. */
  auditChain: Pick<ChainCheck, 'state'>
  /** Notes who reads how many of the site's rows. */
  bulkReads: Pick<BulkReadAudit, 'note'>
  /** The OpenAPI document of every call. */
  openApi: () => object
}
