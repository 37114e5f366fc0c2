/** The names of the migrations that release 0.9.0 has, in order. For tests. */
export const BEFORE: readonly string[] = [
  '0001-base',
  '0002-telemetry',
  '0003-password-resets',
  '0004-uploads',
  '0005-report-counts',
  '0006-photos',
  '0007-alert-notices',
  '0008-command-age',
  '0009-replicas',
  '0010-asset-weeks',
  '0011-agent-changes',
  '0012-asset-deltas',
  '0013-agent-events',
  '0014-epochs-named',
  '0015-hardware',
  '0016-security',
  '0017-audit-grows',
  '0018-cleartext-agents',
  '0019-asset-versions',
  '0020-bounded-losses',
  '0021-kiosk-owners',
  '0022-owed-epochs',
  '0023-tag-reports',
  '0024-walls',
  '0025-report-notes',
  '0026-enroll-cards',
  '0027-named-relays',
  '0028-unauthenticated-reads',
  '0029-gate-contacts',
  '0030-invites',
]

/** SQL that marks a database as one that hubs with these migrations have opened. */
export const marked = (made: readonly string[]) => `
  delete from kysely_migration; delete from migration_readers;
  ${made.map((name) => `insert into kysely_migration values ('${name}', '2026-11-20T00:00:00.000Z');`).join('\n')}`
