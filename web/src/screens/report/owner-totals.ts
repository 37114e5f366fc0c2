import type { ReadLog } from '@vehicle-control/protocol'
import { isUnregistered } from '../../api/reads/is-unregistered.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'

/** The longest list of owners. */
export const OWNERS_MAX = 100

/** A line of the totals by owner. */
export interface OwnerTotal {
  readonly name: string
  readonly total: number
}

/**
 * Whose reads these are, most reads first, then those without an owner, those of unknown tags and,
 * beyond `OWNERS_MAX` owners, the rest: together they are all reads.
 */
export function ownerTotals(logs: readonly ReadLog[]): OwnerTotal[] {
  const totals = new Map<string, number>()
  let unowned = 0
  let unknown = 0
  for (const log of logs) {
    if (log.owner) totals.set(log.owner, (totals.get(log.owner) ?? 0) + 1)
    else if (isUnregistered(log)) unknown++
    else unowned++
  }
  const owners = [...totals]
    .map(([name, total]) => ({ name, total }))
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
  const rest = owners.slice(OWNERS_MAX).reduce((sum, { total }) => sum + total, 0)
  return [
    ...owners.slice(0, OWNERS_MAX),
    { name: REPORT_TEXTS.otherOwners, total: rest },
    { name: REPORT_TEXTS.unowned, total: unowned },
    { name: REPORT_TEXTS.unknown, total: unknown },
  ].filter(({ total }) => total > 0)
}
