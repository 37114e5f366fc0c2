import { hash } from 'node:crypto'
import {
  type AccessHave,
  type AccessHead,
  BUCKET_PREFIX_BYTES,
  type ListPlace,
  type ListRow,
  type Policy,
} from '@vehicle-control/protocol'
import {
  BUCKETS,
  BucketDigest,
  bucketOf,
  deniedDigest,
  listDigest,
} from '@vehicle-control/protocol/access/list-digest'
import type { AccessFrame } from '../access/list-keeper.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** A policy by which every registered vehicle passes at the reader `gate`. */
export const OPEN_POLICY: Policy = {
  revision: 1,
  mode: 'observe',
  rules: [
    {
      id: 1,
      readers: ['gate'],
      direction: 'both',
      who: 'registered',
      kinds: ['vehicle'],
      hours: null,
      relay: { pin: 17 },
      onMs: 5000,
      stale: { afterMs: 72 * 3_600_000, answer: 'go_on' },
    },
  ],
  offsets: { spans: [{ from: 0, minutes: -300 }], until: 4e12 },
}

/** A hub's list as plain values, and the frames that tell a gate of it. */
export class ListHub {
  list: ListPlace
  givenUp: ListPlace | undefined
  policy: string
  wall = 1_800_000_000_000
  readonly rows = new Map<string, ListRow>()
  readonly denied = new Set<string>()

  constructor(
    list: ListPlace = { id: 'aaaaaaaaaaaaaaaa', edits: 0 },
    policy: Policy = OPEN_POLICY,
  ) {
    this.list = list
    this.policy = JSON.stringify(policy)
  }

  /** The hub as it is now, for a copy that is restored later. */
  copy(): ListHub {
    const copy = new ListHub(this.list)
    copy.policy = this.policy
    copy.wall = this.wall
    copy.givenUp = this.givenUp
    for (const row of this.rows.values()) copy.rows.set(row[0], row)
    for (const uid of this.denied) copy.denied.add(uid)
    return copy
  }

  put(row: ListRow): void {
    this.#edit()
    this.rows.set(row[0], row)
  }

  remove(uid: string): void {
    this.#edit()
    this.rows.delete(uid)
  }

  /** Denies a tag: in its row and in the list of these. */
  deny(uid: string): void {
    this.#edit()
    this.denied.add(uid)
    this.rows.set(uid, [uid, 2, null, null, 0, 1])
  }

  lift(uid: string): void {
    this.#edit()
    this.denied.delete(uid)
    this.rows.set(uid, [uid, 1, null, null, 0, 1])
  }

  #edit(): void {
    this.list = { ...this.list, edits: this.list.edits + 1 }
  }

  #buckets(): BucketDigest[] {
    const buckets = Array.from({ length: BUCKETS }, () => new BucketDigest())
    for (const row of this.rows.values()) buckets[bucketOf(row[0])]?.add(row)
    return buckets
  }

  get content(): Pick<AccessHave, 'digest' | 'denied' | 'policy'> {
    return {
      digest: hex(listDigest(this.#buckets().map(({ bytes }) => bytes))),
      denied: hex(deniedDigest(this.denied)),
      policy: hash('sha256', this.policy, 'hex'),
    }
  }

  head(): AccessHead {
    const { list, wall, givenUp } = this
    const { digest, denied } = this.content
    const policy = hash('sha256', this.policy, 'hex')
    return { type: 'access_head', list, digest, denied, policy, wall, ...(givenUp && { givenUp }) }
  }

  /** Whatever a gate that says this lacks, and the head at last. */
  framesFor(have: AccessHave): AccessFrame[] {
    const { digest, denied, policy } = this.content
    const frames: AccessFrame[] = []
    if (have.policy !== policy) frames.push({ type: 'access_policy', json: this.policy })
    if (have.denied !== denied)
      frames.push({ type: 'access_denied', list: this.list, uids: [...this.denied] })
    if (have.digest !== digest) {
      const theirs = Buffer.from(have.buckets ?? '', 'base64')
      for (const [bucket, own] of this.#buckets().entries()) {
        const from = bucket * BUCKET_PREFIX_BYTES
        const prefix = theirs.subarray(from, from + BUCKET_PREFIX_BYTES)
        if (prefix.equals(own.bytes.subarray(0, BUCKET_PREFIX_BYTES))) continue
        frames.push(this.bucket(bucket))
      }
    }
    return [...frames, this.head()]
  }

  bucket(bucket: number): AccessFrame {
    const rows = [...this.rows.values()].filter(([uid]) => bucketOf(uid) === bucket)
    return { type: 'access_bucket', list: this.list, bucket, rows }
  }
}
