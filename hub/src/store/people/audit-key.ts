import type { HubKey } from '../../secrets/hub-key.ts'
import type { Db } from '../database.ts'

/** The key with which the hashes of the audit log are made. */
export type AuditKey = Pick<HubKey, 'id' | 'audit'>

// Keyed by the adapter: a database shares it with its transactions, and with nothing else.
const keyOf = new WeakMap<object, AuditKey>()

const adapterOf = (db: Db) => db.getExecutor().adapter

/** Makes `appendAudit` use `key` for this database and all its transactions. */
export function bindAuditKey(db: Db, key: AuditKey): void {
  keyOf.set(adapterOf(db), key)
}

/**
 * The key that was bound to a database, or to the database of a transaction.
 *
 * @throws Error without one, so that no row without a key is ever appended.
 */
export function auditKeyOf(db: Db): AuditKey {
  const key = keyOf.get(adapterOf(db))
  if (key === undefined) throw new Error('no key is bound to this database for its audit log')
  return key
}
