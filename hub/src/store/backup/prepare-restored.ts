import { appendAudit } from '../people/audit-log.ts'
import type { Db } from '../database.ts'

/**
 * Prepares a restored database for being served: ends every session and single-use token, since
 * they may have ended after the backup was made, and appends the restore to the audit log.
 */
export async function prepareRestored(
  trx: Db,
  { from, kept, now }: { from: string; kept: string | null; now: number },
): Promise<void> {
  await trx.deleteFrom('sessions').execute()
  await trx.deleteFrom('password_resets').execute()
  await trx.deleteFrom('enroll_tokens').execute()
  await appendAudit(trx, {
    at: now,
    actor: 'hub',
    action: 'database.restore',
    target: from,
    detail: { kept, via: 'command line' },
    address: null,
  })
}
