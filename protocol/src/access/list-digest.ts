import { createHash, hash } from 'node:crypto'
import { type ListRow, rowBytes } from './list-row.ts'

/** Parts of a list that are compared, and sent again, by themselves. */
export const BUCKETS = 256
const DIGEST_BYTES = 32

const sha256 = (content: Uint8Array | string) => hash('sha256', content, 'buffer')

/** The bucket of a tag: the first byte of the SHA-256 of its uid. */
export function bucketOf(uid: string): number {
  // As text: a gate asks it of every read, and buffers wait outside of the heap for the collector.
  return hash('sha256', uid, 'binary').charCodeAt(0)
}

/** The SHA-256 of a row's bytes. */
export function rowDigest(row: ListRow): Uint8Array {
  return sha256(rowBytes(row))
}

/**
 * The digest of a bucket: all of its rows' digests, XORed. It does not depend on their order, and a row
 * is added and removed without the others. A bucket has one row of a uid: the same row twice would
 * cancel itself. The digest tells faults from copies; it is no proof against somebody who may choose
 * hundreds of rows of a bucket.
 */
export class BucketDigest {
  readonly #bytes: Uint8Array

  /** Goes on from the digest of rows that are in it already. */
  constructor(bytes: Uint8Array = new Uint8Array(DIGEST_BYTES)) {
    this.#bytes = bytes.slice()
  }

  add(row: ListRow): void {
    xorInto(this.#bytes, rowDigest(row))
  }

  /** Takes out a row that is in it. */
  remove(row: ListRow): void {
    xorInto(this.#bytes, rowDigest(row))
  }

  /** A copy: what is added later does not change it. */
  get bytes(): Uint8Array {
    return this.#bytes.slice()
  }
}

/** The digest of a list: the SHA-256 over the digests of all its buckets in order. */
export function listDigest(buckets: readonly Uint8Array[]): Uint8Array {
  if (buckets.length !== BUCKETS || buckets.some(({ length }) => length !== DIGEST_BYTES))
    throw new RangeError(
      `a list has ${BUCKETS} buckets with a digest of ${DIGEST_BYTES} bytes each`,
    )
  const whole = createHash('sha256')
  for (const bucket of buckets) whole.update(bucket)
  return whole.digest()
}

/** The digest of the list of denied tags, whatever their order: its uids' SHA-256, XORed. Each stands in it once. */
export function deniedDigest(uids: Iterable<string>): Uint8Array {
  const bytes = new Uint8Array(DIGEST_BYTES)
  for (const uid of new Set(uids)) xorInto(bytes, sha256(uid))
  return bytes
}

function xorInto(bytes: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < DIGEST_BYTES; i++) bytes[i] = (bytes[i] ?? 0) ^ (other[i] ?? 0)
}
