import { renewList } from '../access/list-place.ts'
import { newestKey } from '../people/audit-head.ts'
import { type AuditKey, bindAuditKey } from '../people/audit-key.ts'
import { appendAudit } from '../people/audit-log.ts'
import { dropInvites } from '../people/user-invites.ts'
import type { Db } from '../database.ts'

export interface RestoreOptions {
  now: number
  /** The key of the hub that serves the database from now on. */
  key: AuditKey
}

export interface Restored {
  /**
   * Id of the key that the backup's audit log is under; null where it is the hub's own, or none.
   */
  otherKey: string | null
  /** What the backup declares and no hub does, such as a trigger: somebody has changed the file. */
  leftOut: string[]
}

/**
 * For the audit entry: `from` is the backup's name, `kept` that of the database that it replaced.
 */
export interface RestoreNote extends RestoreOptions {
  from: string
  kept: string | null
  leftOut: string[]
}

/**
 * Prepares a restored database for being served: ends every session and single-use token, since
 * they may have ended after the backup was made, makes the list of tags another one, and appends the
 * restore to the audit log.
 */
export async function prepareRestored(
  trx: Db,
  { from, kept, leftOut, now, key }: RestoreNote,
): Promise<Restored> {
  bindAuditKey(trx, key)
  const newest = await newestKey(trx)
  await trx.deleteFrom('sessions').execute()
  await trx.deleteFrom('password_resets').execute()
  await trx.deleteFrom('enroll_tokens').execute()
  await trx.deleteFrom('enroll_cards').execute()
  await trx.deleteFrom('wall_pairings').execute()
  // Gates may have seen edits that the backup does not have.
  await renewList(trx)
  const invites = await dropInvites(trx)
  await appendAudit(trx, {
    at: now,
    actor: 'hub',
    action: 'database.restore',
    target: from,
    detail: { kept, via: 'command line', ...(leftOut.length > 0 && { leftOut: leftOut.length }) },
    address: null,
  })
  if (invites > 0) {
    const what = { action: 'user.invites_void', target: 'invites', detail: { invites } }
    await appendAudit(trx, { at: now, actor: 'hub', ...what, address: null })
  }
  return { otherKey: newest === key.id ? null : newest, leftOut }
}
