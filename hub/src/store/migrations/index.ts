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

/** Every migration in order, for a dialect. Listed by hand: no directory is read at run time. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '0001-base': { up: (db: Kysely<unknown>) => base(db, dialect) },
    '0002-telemetry': { up: (db: Kysely<unknown>) => telemetry(db, dialect) },
    '0003-password-resets': { up: (db: Kysely<unknown>) => passwordResets(db, dialect) },
    '0004-uploads': { up: (db: Kysely<unknown>) => uploads(db, dialect) },
    '0005-report-counts': { up: (db: Kysely<unknown>) => reportCounts(db, dialect) },
    '0006-photos': { up: (db: Kysely<unknown>) => photos(db, dialect) },
    '0007-alert-notices': { up: (db: Kysely<unknown>) => alertNotices(db, dialect) },
    '0008-command-age': { up: commandAge },
    '0009-replicas': { up: (db: Kysely<unknown>) => replicas(db, dialect) },
    '0010-asset-weeks': { up: (db: Kysely<unknown>) => assetWeeks(db, dialect) },
    '0011-agent-changes': { up: agentChanges },
    '0012-asset-deltas': { up: (db: Kysely<unknown>) => assetDeltas(db, dialect) },
    '0013-agent-events': { up: (db: Kysely<unknown>) => agentEvents(db, dialect) },
    '0014-epochs-named': { up: epochsNamed },
    '0015-hardware': { up: (db: Kysely<unknown>) => hardware(db, dialect) },
  }
}
