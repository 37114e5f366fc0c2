import { createHash, createHmac } from 'node:crypto'
import type { AuditRow } from '../schema/people.ts'
import type { AuditKey } from './audit-key.ts'

/** The fields of a row that its hash covers. */
export type HashedFields = Pick<
  AuditRow,
  'at' | 'actor' | 'action' | 'target' | 'detail' | 'address'
>

/**
 * HMAC-SHA256 over the previous row's hash, this row's fields in a fixed order, and the key's id.
 */
export function keyedHash(previous: string, row: HashedFields, key: AuditKey): string {
  const canonical = JSON.stringify([...fieldsOf(row), key.id])
  return createHmac('sha256', key.audit).update(previous).update(canonical).digest('hex')
}

/** The hash of a row without a key: plain SHA-256, which proves nothing. */
export function plainHash(previous: string, row: HashedFields): string {
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify(fieldsOf(row)))
    .digest('hex')
}

const fieldsOf = (row: HashedFields) => [
  row.at,
  row.actor,
  row.action,
  row.target,
  row.detail,
  row.address,
]
