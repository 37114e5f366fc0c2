import type { OwnSession } from '@vehicle-control/protocol'
import type { SessionRow } from '../../store/auth/sessions.ts'
import type { ApiParts } from '../parts.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** Logins as people see them: that of the session `own` first, then by last use. */
export function sessionViews(
  rows: readonly SessionRow[],
  own: { id: number },
  { sessionUse }: Pick<ApiParts, 'sessionUse'>,
): OwnSession[] {
  const usedAt = (row: SessionRow) =>
    Math.max(row.last_used_at ?? row.created_at, sessionUse.lastUse(row.id) ?? 0)
  const isCurrent = (row: SessionRow) => row.id === own.id
  const order = rows.toSorted(
    (a, b) => Number(isCurrent(b)) - Number(isCurrent(a)) || usedAt(b) - usedAt(a) || b.id - a.id,
  )
  return order.map((row) => ({
    id: row.id,
    current: isCurrent(row),
    device: row.device,
    address: row.address,
    created_at: iso(row.created_at),
    last_used_at: iso(usedAt(row)),
    expires_at: iso(row.expires_at),
  }))
}
