import { z } from 'zod'
import { GAP_KINDS_MAX } from './limits.ts'

/** Characters of a kind's name. */
const KIND_MAX = 32
/** Stands for the kinds that are too many to be named. */
const OTHER = 'other'
const UNPAIRED_SURROGATES = /\p{Cs}/gu

/** Entries by kind, `GAP_KINDS_MAX` kinds at the most. */
export type KindCounts = Record<string, number>

/**
 * Adds up entries by kind. Of more kinds than a gap names, those with the fewest entries are counted
 * together as `other`: the sum over all stays exact.
 */
export function addKinds(counts: Iterable<readonly [kind: string, n: number]>): KindCounts {
  const sums = new Map<string, number>()
  const add = (kind: string, n: number) =>
    sums.set(kind, Math.min(Number.MAX_SAFE_INTEGER, (sums.get(kind) ?? 0) + n))
  for (const [kind, n] of counts) add(kind, n)
  if (sums.size > GAP_KINDS_MAX) {
    const most = [...sums].toSorted(([, a], [, b]) => b - a)
    for (const [kind, n] of most.slice(GAP_KINDS_MAX - 1)) {
      if (kind === OTHER) continue
      sums.delete(kind)
      add(OTHER, n)
    }
  }
  // Not by assignment: a kind may be called `__proto__`.
  return Object.fromEntries(sums)
}

/** How many entries of all kinds these are, or the largest number that is exact. */
export function sumOfKinds(counts: KindCounts): number {
  const sum = Object.values(counts).reduce((all, n) => all + n, 0)
  return Math.min(Number.MAX_SAFE_INTEGER, sum)
}

/**
 * Entries by kind as a device counts them. Any number of kinds is taken, since a newer edge may have
 * more of them, and folded to those that a gap names.
 */
export const GapCounts = z
  .custom<KindCounts>(
    (given) =>
      typeof given === 'object' &&
      given !== null &&
      !Array.isArray(given) &&
      // Ends at the first bad count; a zod record would describe every one.
      Object.entries(given).every(
        ([kind, n]) => kind.length <= KIND_MAX && Number.isSafeInteger(n) && n >= 0,
      ),
    'not counts by kind',
  )
  .transform((counts) =>
    addKinds(
      Object.entries(counts).map(([kind, n]) => [kind.replace(UNPAIRED_SURROGATES, '\ufffd'), n]),
    ),
  )
