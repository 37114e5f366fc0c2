import { hash } from 'node:crypto'

/** Uid, state, from, to, group, kind: each after one byte with its length. */
const ROW_PARTS = 6
const DIGEST_BYTES = 32

/**
 * Where the row ends that begins at `start`, or -1 where no whole one does. Rows lie one behind the other
 * in the bytes by which the protocol compares them (`rowBytes`), in memory as in the file.
 */
export function rowEnd(rows: Uint8Array, start: number): number {
  let end = start
  for (let part = 0; part < ROW_PARTS; part++) {
    const length = rows[end]
    if (length === undefined) return -1
    end += length + 1
  }
  return end <= rows.length ? end : -1
}

/** The digest of packed rows, as `BucketDigest` gives it; null where they are no whole rows. */
export function packedDigest(rows: Uint8Array): Uint8Array | null {
  const digest = new Uint8Array(DIGEST_BYTES)
  for (let start = 0, end: number; start < rows.length; start = end) {
    end = rowEnd(rows, start)
    if (end < 0) return null
    // As text: thousands of buffers would wait for the collector outside of the heap.
    const one = hash('sha256', rows.subarray(start, end), 'binary')
    for (let i = 0; i < DIGEST_BYTES; i++) digest[i] = (digest[i] ?? 0) ^ one.charCodeAt(i)
  }
  return digest
}
