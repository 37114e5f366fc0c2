import type { ReadLog } from '@vehicle-control/protocol'

/** A tag read again within this time of a read that is shown is a repeat. */
export const REPEAT_MS = 60_000

type TimedRead = Pick<ReadLog, 'uid' | 'read_at'>

/** Whether a read is a repeat; null while that depends on older reads that are not loaded yet. */
export type Verdict = boolean | null

interface SettleOptions {
  /** There are no reads older than the given ones. */
  isWhole: boolean
  /** Verdicts of before on the first of the reads; they are kept. */
  settled?: readonly Verdict[]
}

/**
 * Finds the repeats among reads that come newest first: a read less than `REPEAT_MS` after its
 * tag's last read that is no repeat. A tag that stays in front of a reader is thus shown once a
 * minute. A verdict stays right whatever older reads are loaded later.
 */
export function settleRepeats(
  reads: readonly TimedRead[],
  { isWhole, settled = [] }: SettleOptions,
): Verdict[] {
  const verdicts: Verdict[] = reads.map((_, i) => settled[i] ?? null)
  // For each tag its last read that may be shown, and whether that is undecided.
  const tags = new Map<string, { at: number; isUndecided: boolean }>()
  const first = isWhole ? -Infinity : Date.parse(reads.at(-1)?.read_at ?? '')
  for (let i = reads.length - 1; i >= 0; i--) {
    const read = reads[i]
    if (!read) continue
    const at = Date.parse(read.read_at)
    const { at: before, isUndecided } = tags.get(read.uid) ?? { at: first, isUndecided: true }
    const isNear = at - before < REPEAT_MS
    const verdict = (verdicts[i] ??= isNear && isUndecided ? null : isNear)
    if (verdict !== true) tags.set(read.uid, { at, isUndecided: verdict === null })
  }
  return verdicts
}

/** Marks the repeats among all reads of a range, which come newest first. */
export function findRepeats(reads: readonly TimedRead[]): boolean[] {
  return settleRepeats(reads, { isWhole: true }).map(Boolean)
}
