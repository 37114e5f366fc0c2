import type { LogsResponse, ReadLog } from '@vehicle-control/protocol'
import type { TimeSpan } from '../../../../api/reads/time-span.ts'
import { settleRepeats, type Verdict } from '../../../../reads/repeats.ts'

/** Rows on a page. */
export const PAGE_ROWS = 25

/**
 * How many older reads at most decide whether one is a repeat: a tag may stay at a gate all day.
 */
export const CONTEXT_READS = 2000

/** The first answer of a search, and the span by which later pages are fetched. */
export type ReadsHead = LogsResponse & { readonly span: TimeSpan }

/** The reads of a range from the newest on, as far as they are loaded. */
export interface ReadTrail {
  readonly head: ReadsHead
  readonly reads: readonly ReadLog[]
  readonly verdicts: readonly Verdict[]
  /** The range has no older read. */
  readonly isWhole: boolean
  readonly isTruncated: boolean
}

/** A page of the reads that are no repeats. */
export interface ReadPage {
  readonly rows: readonly ReadLog[]
  /** How many repeats are hidden between the newest read and the page's end. */
  readonly hidden: number
  /** Loading older reads does not change its rows. */
  readonly isSettled: boolean
  /** Both are false while it is not known whether another page follows. */
  readonly hasNext: boolean
  readonly isLast: boolean
}

/** The trail of a first answer, which had room for `limit` reads. */
export function beginTrail(head: ReadsHead, limit: number): ReadTrail {
  const begun = { head, reads: [], verdicts: [], isWhole: false, isTruncated: false }
  return lengthenTrail(begun, head, limit)
}

/** The trail with the reads that come after its oldest. */
export function lengthenTrail(trail: ReadTrail, answer: LogsResponse, limit: number): ReadTrail {
  const reads = [...trail.reads, ...answer.logs]
  const isWhole = answer.logs.length < limit
  const verdicts = settleRepeats(reads, { isWhole, settled: trail.verdicts })
  const decidable = reads.length - CONTEXT_READS
  if (!isWhole && verdicts.indexOf(null) < decidable) {
    const likely = settleRepeats(reads, { isWhole: true, settled: verdicts })
    for (let i = 0; i < decidable; i++) verdicts[i] = likely[i] ?? null
  }
  return {
    head: trail.head,
    reads,
    verdicts,
    isWhole,
    isTruncated: trail.isTruncated || answer.truncated,
  }
}

/** A page of a trail, the first one being 0. */
export function pageOf({ reads, verdicts, isWhole }: ReadTrail, page: number): ReadPage {
  const open = verdicts.indexOf(null)
  const settled = open < 0 ? reads.length : open
  const shown = reads.filter((_, i) => i < settled && verdicts[i] === false)
  const rows = shown.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
  const isAll = isWhole && open < 0
  const hasNext = shown.length > (page + 1) * PAGE_ROWS
  const isLast = isAll && !hasNext
  const last = rows.at(-1)
  const end = isLast || !last ? settled : reads.indexOf(last)
  return {
    rows,
    hidden: verdicts.slice(0, end).filter((verdict) => verdict === true).length,
    isSettled: isAll || rows.length === PAGE_ROWS,
    hasNext,
    isLast,
  }
}

/** True where older reads are needed to complete a page or to know whether another follows. */
export function needsOlder(trail: ReadTrail, page: number): boolean {
  const { isSettled, hasNext, isLast } = pageOf(trail, page)
  return !trail.isWhole && !(isSettled && (hasNext || isLast))
}
