import { createHash, hash } from 'node:crypto'
import { BUCKET_PREFIX_BYTES, type ListRow } from '@vehicle-control/protocol'
import { BUCKETS, bucketOf } from '@vehicle-control/protocol/access/list-digest'
import { findRow } from './packed-row.ts'

const DIGEST_BYTES = 32
const EMPTY = new Uint8Array()

/** What a list says of a tag. */
export interface Found {
  row: ListRow | undefined
  /** The part of the list in which the tag would be is there: only then no row means no such tag. */
  isWhole: boolean
}

/** The rows of a list in memory: one array of bytes a bucket, which a lookup walks through. */
export class HeldList {
  readonly #rows: Uint8Array[] = Array.from({ length: BUCKETS }, () => EMPTY)
  /** Of all buckets, one behind the other. */
  readonly #digests = new Uint8Array(BUCKETS * DIGEST_BYTES)
  readonly #lost = new Set<number>()
  #digest = hexDigest(this.#digests)

  /** SHA-256 over the digests of all buckets, hex: `listDigest` of the protocol. */
  get digest(): string {
    return this.#digest
  }

  /** Buckets whose rows were damaged, and have not come again. */
  get lost(): number {
    return this.#lost.size
  }

  /** Hot path. */
  find(uid: string): Found {
    const bucket = bucketOf(uid)
    return {
      row: findRow(this.#rows[bucket] ?? EMPTY, uid),
      isWhole: !this.#lost.has(bucket),
    }
  }

  /** Replaces a bucket by rows whose digest is this one. */
  set(bucket: number, rows: Uint8Array, digest: Uint8Array): void {
    this.#rows[bucket] = rows
    this.#digests.set(digest, bucket * DIGEST_BYTES)
    this.#lost.delete(bucket)
    this.#digest = hexDigest(this.#digests)
  }

  /** What `digest` would be after `set`. */
  digestWith(bucket: number, digest: Uint8Array): string {
    const start = bucket * DIGEST_BYTES
    return createHash('sha256')
      .update(this.#digests.subarray(0, start))
      .update(digest)
      .update(this.#digests.subarray(start + DIGEST_BYTES))
      .digest('hex')
  }

  /** Empties a bucket whose rows cannot be trusted. */
  lose(bucket: number): void {
    this.set(bucket, EMPTY, new Uint8Array(DIGEST_BYTES))
    this.#lost.add(bucket)
  }

  /** Whatever seemed lost is as it should be. */
  confirm(): void {
    this.#lost.clear()
  }

  /** The buckets with rows in them. */
  *buckets(): Iterable<{ bucket: number; rows: Uint8Array; digest: Uint8Array }> {
    for (const [bucket, rows] of this.#rows.entries()) {
      if (rows.length > 0) yield { bucket, rows, digest: this.#digestOf(bucket).slice() }
    }
  }

  /** Base64 of the first bytes of every bucket's digest, by which a hub finds the unequal ones. */
  prefixes(): string {
    const prefixes = new Uint8Array(BUCKETS * BUCKET_PREFIX_BYTES)
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const prefix = this.#digestOf(bucket).subarray(0, BUCKET_PREFIX_BYTES)
      prefixes.set(prefix, bucket * BUCKET_PREFIX_BYTES)
    }
    return Buffer.from(prefixes).toString('base64')
  }

  #digestOf(bucket: number): Uint8Array {
    return this.#digests.subarray(bucket * DIGEST_BYTES, (bucket + 1) * DIGEST_BYTES)
  }
}

function hexDigest(digests: Uint8Array): string {
  return hash('sha256', digests, 'hex')
}
