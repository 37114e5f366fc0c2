import { appendAudit } from '../people/audit-log.ts'
import type { Db } from '../database.ts'

/**
 * What a restored database needs before a hub serves it: nobody may come in by a session or a
 * single-use token that ended after the backup was made, and the audit log tells what happened.
 */
export async function noteRestored(
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
