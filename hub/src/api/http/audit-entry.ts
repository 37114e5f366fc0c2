import type { Context } from 'hono'
import type { AuditEntry } from '../../store/people/audit-log.ts'
import type { ApiEnv } from './env.ts'

/** The audit row of what the caller does. */
export function deed(
  c: Context<ApiEnv>,
  at: number,
  action: string,
  target: string,
  detail?: AuditEntry['detail'],
): AuditEntry {
  const entry = { at, actor: c.var.session.email, action, target, address: c.var.address }
  return detail ? { ...entry, detail } : entry
}

type Field = string | number | null

/** What an edit changed, as an audit row keeps it: `field` is the new value, `field_was` the old. */
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
