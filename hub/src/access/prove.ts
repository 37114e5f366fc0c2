import { setImmediate as nextTurn } from 'node:timers/promises'
import { BUCKETS } from '@vehicle-control/protocol/access/list-digest'
import {
  mendBucket,
  proveBucket,
  tagsWithoutRow,
  touchUnequal,
} from '../store/access/prove-list.ts'
import type { Db } from '../store/database.ts'

/** What a proof found, and mended. */
export interface Proof {
  /** Tags whose row was not what the assets say. */
  tags: number
  /** Buckets whose digest was not that of their rows. */
  buckets: number
}

export interface ProofOptions {
  db: Db
  readOnly: Db
  /** Folds all that is noted. */
  fold: () => Promise<void>
  /** Aborted: the proof ends, with an error. */
  signal: AbortSignal
}

/**
 * Compares each row of the list with the assets, and each digest with its rows, a few at a time, and
 * mends what is wrong. Whatever is changed meanwhile is noted by who changes it, and no fault.
 */
export async function proveList({ db, readOnly, fold, signal }: ProofOptions): Promise<Proof> {
  const proof: Proof = { tags: 0, buckets: 0 }
  const turn = async () => {
    await nextTurn()
    signal.throwIfAborted()
  }
  await fold()
  for (const from of ['assets', 'denied_tags'] as const) {
    let [after, isMore] = ['', true]
    while (isMore) {
      await turn()
      const uids = await tagsWithoutRow(readOnly, from, after)
      if (uids.length > 0) proof.tags += await touchUnequal(db, uids)
      isMore = uids.length > 0
      after = uids.at(-1) ?? after
    }
  }
  const suspects = new Set<number>()
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    await turn()
    const { unequal, isDigestRight } = await proveBucket(readOnly, bucket)
    if (unequal.length > 0) proof.tags += await touchUnequal(db, unequal)
    // A row that was changed by hand will be taken out of a digest that it was never in.
    if (!isDigestRight || unequal.length > 0) suspects.add(bucket)
  }
  if (proof.tags > 0) await fold()
  for (const bucket of suspects) {
    await turn()
    if (await mendBucket(db, bucket)) proof.buckets++
  }
  return proof
}
