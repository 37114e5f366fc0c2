import type { Kysely, Migration } from 'kysely'
import type { Dialect } from '../database.ts'
import { up as base } from './0001-base.ts'
import { up as telemetry } from './0002-telemetry.ts'
import { up as passwordResets } from './0003-password-resets.ts'
import { up as uploads } from './0004-uploads.ts'
import { up as reportCounts } from './0005-report-counts.ts'
import { up as photos } from './0006-photos.ts'
import { up as alertNotices } from './0007-alert-notices.ts'
import { up as commandAge } from './0008-command-age.ts'
import { up as replicas } from './0009-replicas.ts'
import { up as assetWeeks } from './0010-asset-weeks.ts'
import { up as agentChanges } from './0011-agent-changes.ts'
import { up as assetDeltas } from './0012-asset-deltas.ts'
import { up as agentEvents } from './0013-agent-events.ts'
import { up as epochsNamed } from './0014-epochs-named.ts'
import { up as hardware } from './0015-hardware.ts'
import { up as security } from './0016-security.ts'
import { up as auditGrows } from './0017-audit-grows.ts'
import { up as cleartextAgents } from './0018-cleartext-agents.ts'
import { up as assetVersions } from './0019-asset-versions.ts'
import { up as boundedLosses } from './0020-bounded-losses.ts'
import { up as kioskOwners } from './0021-kiosk-owners.ts'
import { up as owedEpochs } from './0022-owed-epochs.ts'
import { up as tagReports } from './0023-tag-reports.ts'
import { up as walls } from './0024-walls.ts'
import { up as reportNotes } from './0025-report-notes.ts'
import { up as enrollCards } from './0026-enroll-cards.ts'
import { up as namedRelays } from './0027-named-relays.ts'
import { up as unauthenticatedReads } from './0028-unauthenticated-reads.ts'
import { up as gateContacts } from './0029-gate-contacts.ts'
import { up as invites } from './0030-invites.ts'

/**
 * A migration, and `readableFrom`: a hub that knows that one can work on a database that has this
 * one.
 */
export interface HubMigration extends Migration {
  readableFrom: string
}

/**
 * Migrations with which an older hub can work, each with the migration that such a hub must know;
 * «What an older version can work on» in README.md says which may be listed here. With any other
 * migration only hubs that know it can work.
 */
export const READABLE_FROM: Readonly<Record<string, string>> = {
  '0016-security': '0015-hardware',
  '0017-audit-grows': '0015-hardware',
  '0018-cleartext-agents': '0015-hardware',
  '0019-asset-versions': '0015-hardware',
  '0020-bounded-losses': '0015-hardware',
  '0021-kiosk-owners': '0015-hardware',
  '0022-owed-epochs': '0015-hardware',
  '0023-tag-reports': '0015-hardware',
  '0024-walls': '0015-hardware',
  '0025-report-notes': '0015-hardware',
  '0026-enroll-cards': '0015-hardware',
  '0027-named-relays': '0015-hardware',
  '0028-unauthenticated-reads': '0015-hardware',
  '0029-gate-contacts': '0015-hardware',
  '0030-invites': '0015-hardware',
}

/** Every migration in order, for a dialect. Listed by hand: no directory is read at run time. */
export function migrations(dialect: Dialect): Record<string, HubMigration> {
  const ups: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
    '0001-base': (db) => base(db, dialect),
    '0002-telemetry': (db) => telemetry(db, dialect),
    '0003-password-resets': (db) => passwordResets(db, dialect),
    '0004-uploads': (db) => uploads(db, dialect),
    '0005-report-counts': (db) => reportCounts(db, dialect),
    '0006-photos': (db) => photos(db, dialect),
    '0007-alert-notices': (db) => alertNotices(db, dialect),
    '0008-command-age': commandAge,
    '0009-replicas': (db) => replicas(db, dialect),
    '0010-asset-weeks': (db) => assetWeeks(db, dialect),
    '0011-agent-changes': agentChanges,
    '0012-asset-deltas': (db) => assetDeltas(db, dialect),
    '0013-agent-events': (db) => agentEvents(db, dialect),
    '0014-epochs-named': epochsNamed,
    '0015-hardware': (db) => hardware(db, dialect),
    '0016-security': (db) => security(db, dialect),
    '0017-audit-grows': (db) => auditGrows(db, dialect),
    '0018-cleartext-agents': cleartextAgents,
    '0019-asset-versions': assetVersions,
    '0020-bounded-losses': boundedLosses,
    '0021-kiosk-owners': kioskOwners,
    '0022-owed-epochs': owedEpochs,
    '0023-tag-reports': (db) => tagReports(db, dialect),
    '0024-walls': (db) => walls(db, dialect),
    '0025-report-notes': reportNotes,
    '0026-enroll-cards': (db) => enrollCards(db, dialect),
    '0027-named-relays': (db) => namedRelays(db, dialect),
    '0028-unauthenticated-reads': unauthenticatedReads,
    '0029-gate-contacts': gateContacts,
    '0030-invites': (db) => invites(db, dialect),
  }
  return Object.fromEntries(
    Object.entries(ups).map(([name, up]) => [
      name,
      { up, readableFrom: READABLE_FROM[name] ?? name },
    ]),
  )
}
