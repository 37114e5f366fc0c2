import type { HubKey } from '../../secrets/hub-key.ts'
import type { Db } from '../database.ts'

/** What a row of the audit log is bound by. */
export type AuditKey = Pick<HubKey, 'id' | 'audit'>

// By the adapter, which a database shares with its transactions, and with nothing else.
const keyOf = new WeakMap<object, AuditKey>()

const adapterOf = (db: Db) => db.getExecutor().adapter

/** From now on what is appended to this database's audit log, in any transaction, is under `key`. */
export function bindAuditKey(db: Db, key: AuditKey): void {
  keyOf.set(adapterOf(db), key)
}

/**
 * The key that was bound to a database, or to the one that a transaction is of.
 *
 * @throws Error without one: no row is appended that anybody could have made.
 */
export function auditKeyOf(db: Db): AuditKey {
  const key = keyOf.get(adapterOf(db))
  if (key === undefined) throw new Error('no key is bound to this database for its audit log')
  return key
}
