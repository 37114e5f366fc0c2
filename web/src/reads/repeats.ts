import type { ReadLog } from '@vehicle-control/protocol'

/** A tag read again within this time of a read that is shown is a repeat. */
export const REPEAT_MS = 60_000

type TimedRead = Pick<ReadLog, 'uid' | 'read_at'>

/** Whether a read is a repeat; null as long as reads that are not there yet may decide it. */
export type Verdict = boolean | null

interface SettleOptions {
  /** No read is older than those that are there. */
  isWhole: boolean
  /** What was said before of the first ones stays. */
  settled?: readonly Verdict[]
}

/**
 * Tells the repeats among reads that come newest first: a read less than `REPEAT_MS` after its tag's
 * last read that is no repeat. A tag that stays in front of a reader is thus shown once a minute.
 * What is said of a read holds whatever reads follow after the oldest one.
 */
export function settleRepeats(
  reads: readonly TimedRead[],
  { isWhole, settled = [] }: SettleOptions,
): Verdict[] {
  const verdicts: Verdict[] = reads.map((_, i) => settled[i] ?? null)
  // Of each tag its last read, and whether it is known when the tag was shown last.
  const tags = new Map<string, { at: number; isOpen: boolean }>()
  const first = isWhole ? -Infinity : Date.parse(reads.at(-1)?.read_at ?? '')
  for (let i = reads.length - 1; i >= 0; i--) {
    const read = reads[i]
    if (!read) continue
    const at = Date.parse(read.read_at)
    const { at: before, isOpen } = tags.get(read.uid) ?? { at: first, isOpen: true }
    const isNear = at - before < REPEAT_MS
    const verdict = (verdicts[i] ??= isNear && isOpen ? null : isNear)
    if (verdict !== true) tags.set(read.uid, { at, isOpen: verdict === null })
  }
  return verdicts
}

/** Marks the repeats among all reads of a range, which come newest first. */
export function findRepeats(reads: readonly TimedRead[]): boolean[] {
  return settleRepeats(reads, { isWhole: true }).map(Boolean)
}
