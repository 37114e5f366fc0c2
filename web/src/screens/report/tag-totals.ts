import type { ReadLog } from '@vehicle-control/protocol'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'

/** The longest list of tags. */
export const TAGS_MAX = 100

/**
 * How many reads each tag has, most first, and beyond `TAGS_MAX` tags the rest: together they are all
 * reads.
 */
export function tagTotals(logs: readonly ReadLog[]): { tag: string; total: number }[] {
  const counts = new Map<string, number>()
  for (const { uid } of logs) counts.set(uid, (counts.get(uid) ?? 0) + 1)
  const tags = [...counts]
    .map(([tag, total]) => ({ tag, total }))
    .toSorted((a, b) => b.total - a.total || (a.tag < b.tag ? -1 : 1))
  const rest = tags.slice(TAGS_MAX).reduce((sum, { total }) => sum + total, 0)
  const others = rest > 0 ? [{ tag: REPORT_TEXTS.otherTags, total: rest }] : []
  return [...tags.slice(0, TAGS_MAX), ...others]
}
