import { apiError } from './errors.ts'

/** A row's version: its last change as ISO 8601. */
export function versionOf(row: { updated_at: number }): string {
  return new Date(row.updated_at).toISOString()
}

/**
 * 412 where somebody changed the row since the caller saw it; without `seen` nothing is checked.
 */
export function requireSeen(row: { updated_at: number }, seen: string | undefined): void {
  if (seen === undefined || seen === versionOf(row)) return
  throw apiError(
    'changed_meanwhile',
    'Otra persona cambió este registro; revisa lo que cambió e intenta de nuevo',
  )
}

/** The version of a change made now: later than the one before, whatever the clock says. */
export function nextVersion(row: { updated_at: number }, now: number): number {
  return Math.max(now, row.updated_at + 1)
}
