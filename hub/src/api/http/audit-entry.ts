import type { AuditActor, AuditEntry } from '../../store/people/audit-log.ts'
import type { CallRequest } from './call.ts'

type Caller = Pick<CallRequest, 'session' | 'address'>

/** The caller, for the audit entry of what is done in its name. */
export function auditActor({ session, address }: Caller): AuditActor {
  return { actor: session.email, address }
}

/** The audit entry of what the caller does. */
export function auditEntry(
  caller: Caller,
  what: Pick<AuditEntry, 'at' | 'action' | 'target' | 'detail'>,
): AuditEntry {
  return { ...what, ...auditActor(caller) }
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
