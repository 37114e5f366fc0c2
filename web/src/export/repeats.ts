import type { ReadLog } from '@vehicle-control/protocol'

/** A tag read again within this time of a read that is shown is a repeat. */
export const REPEAT_MS = 60_000

/**
 * Marks the repeats among reads that come newest first: a read less than `REPEAT_MS` after its tag's
 * last read that is no repeat. A tag that stays in front of a reader is thus shown once a minute.
 */
export function findRepeats(reads: readonly Pick<ReadLog, 'uid' | 'read_at'>[]): boolean[] {
  const repeats: boolean[] = Array.from({ length: reads.length }, () => false)
  const shownAt = new Map<string, number>()
  for (let i = reads.length - 1; i >= 0; i--) {
    const read = reads[i]
    if (!read) continue
    const at = Date.parse(read.read_at)
    const last = shownAt.get(read.uid)
    if (last !== undefined && at - last < REPEAT_MS) repeats[i] = true
    else shownAt.set(read.uid, at)
  }
  return repeats
}
