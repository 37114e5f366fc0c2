import { BUCKETS } from '@vehicle-control/protocol/access/list-digest'
import type { KeptBuckets } from '../outbox/access/access-file.ts'
import { HeldList } from './held-list.ts'

/**
 * Puts the kept rows into a list. What is damaged is lost, and where the digest of all buckets is not
 * the kept one, so is every bucket that is not there: rows of an older transaction are as good as none.
 */
export async function loadBuckets(
  store: { buckets(from: number): Promise<KeptBuckets> },
  list: HeldList,
  keptDigest: string | null,
): Promise<{ lost: number; fault: string | null }> {
  const stored = new HeldList()
  const there = new Set<number>()
  for (let from: number | null = 0; from !== null;) {
    const { buckets, next, fault }: KeptBuckets = await store.buckets(from)
    if (fault !== null) {
      for (const bucket of there) list.lose(bucket)
      return { lost: BUCKETS, fault }
    }
    for (const { bucket, rows, digest } of buckets) {
      there.add(bucket)
      stored.set(bucket, NOTHING, digest)
      if (rows === null) list.lose(bucket)
      else list.set(bucket, rows, digest)
    }
    from = next
  }
  if (keptDigest !== null && stored.digest !== keptDigest) {
    for (let bucket = 0; bucket < BUCKETS; bucket++) if (!there.has(bucket)) list.lose(bucket)
  }
  return { lost: list.lost, fault: null }
}

const NOTHING = new Uint8Array()
