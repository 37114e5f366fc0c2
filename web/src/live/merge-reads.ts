import type { ScanEvent } from '@vehicle-control/protocol'
import type { ListedRead } from './read-list.ts'

/** Sorts the newest first by the reads' own time (UTC ISO), those of one time by their arrival. */
const byReadTime = (a: ScanEvent, b: ScanEvent) =>
  descending(readTime(a), readTime(b)) ||
  descending(a.received_at, b.received_at) ||
  descending(a.ts, b.ts) ||
  descending(a.id, b.id)

/** Nothing was read after it arrived: a gate whose clock is ahead would else stay the newest. */
const readTime = ({ ts, received_at: at }: ScanEvent) => (ts < at ? ts : at)

/** When the newest of these reads reached the hub; '' where there are none. */
export function lastArrival(reads: readonly ScanEvent[]): string {
  return reads.reduce((last, { received_at: at }) => (at > last ? at : last), '')
}

/**
 * The newest `limit` reads of both lists, each id once, the newest first by their own time; `reads`
 * itself where nothing changes. A read comes again to say what was decided on it.
 */
export function mergeReads(
  reads: readonly ListedRead[],
  incoming: readonly ListedRead[],
  limit: number,
): readonly ListedRead[] {
  const known = new Map(reads.map((read) => [read.id, read]))
  const news = incoming.filter((read) => {
    const before = known.get(read.id)
    if (before && (before.decision || !read.decision)) return false
    return known.set(read.id, read)
  })
  return news.length > 0 ? [...known.values()].sort(byReadTime).slice(0, limit) : reads
}

function descending(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? 1 : -1
}
