import type { ReadLog } from '@vehicle-control/protocol'

/** A tag read again so soon after a read that is shown is a repeat. */
export const REPEAT_MS = 60_000

/**
 * Which of these reads, newest first, repeat a tag: less than `REPEAT_MS` after that tag's last
 * read that is none. A tag that stands in front of a reader is thus shown once a minute.
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
