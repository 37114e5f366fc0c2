import type { AuditEntry } from '../../store/people/audit-log.ts'
import type { CallRequest } from './call.ts'

/** The audit entry of what the caller does. */
export function auditEntry(
  { session, address }: Pick<CallRequest, 'session' | 'address'>,
  what: Pick<AuditEntry, 'at' | 'action' | 'target' | 'detail'>,
): AuditEntry {
  return { ...what, actor: session.email, address }
}

type Field = string | number | null

/** The fields that an edit changed, for its audit entry: `field` is the new value, `field_was` the old. */
export function changes<T extends Record<K, Field>, K extends string>(
  fields: readonly K[],
  before: T,
  after: T,
): Record<string, Field> {
  const changed: Record<string, Field> = {}
  for (const field of fields) {
    if (before[field] === after[field]) continue
    changed[field] = after[field]
    changed[`${field}_was`] = before[field]
  }
  return changed
}
