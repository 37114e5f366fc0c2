import {
  type AccessHave,
  BUCKET_PREFIX_BYTES,
  HubFrame,
  type ListPlace,
  type ListRow,
} from '@vehicle-control/protocol'
import {
  BucketDigest,
  BUCKETS,
  deniedDigest,
  listDigest,
} from '@vehicle-control/protocol/access/list-digest'
import { createHash } from 'node:crypto'
import type { ListPeer } from '../access/gate-list.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** A gate with a list in memory, in the plainest form, as an edge would keep it. For tests. */
export class ListGate {
  place: ListPlace | null = null
  rows: ListRow[][] = Array.from({ length: BUCKETS }, () => [])
  denied: string[] = []
  policy: string | null = null
  /** Types and bytes of the frames that came. */
  readonly came: { type: string; bytes: number }[] = []
  /** What it says now goes here. */
  say: (have: AccessHave) => void = () => {}
  /** The frames that get lost. */
  loses: (type: string) => boolean = () => false

  take(text: string): void {
    const frame = HubFrame.parse(JSON.parse(text))
    this.came.push({ type: frame.type, bytes: text.length })
    if (this.loses(frame.type)) return
    if (frame.type === 'access_policy') this.policy = frame.json
    else if (frame.type === 'access_denied') this.denied = frame.uids
    else if (frame.type === 'access_bucket') {
      this.rows[frame.bucket] = frame.rows
      this.place = frame.list
    } else if (frame.type === 'access_head') {
      const { givenUp, list } = frame
      if (givenUp && givenUp.id === this.place?.id && givenUp.edits >= this.place.edits)
        this.place = list
      const isEqual = frame.digest === this.digest && frame.denied === this.deniedDigest
      if (isEqual) this.place = frame.list
      this.say(this.have(!isEqual))
    }
  }

  get #digests(): Uint8Array[] {
    return this.rows.map((rows) => {
      const digest = new BucketDigest()
      for (const row of rows) digest.add(row)
      return digest.bytes
    })
  }

  /** What it says that its digest is, where it lies. */
  told: string | null = null

  get digest(): string {
    return this.told ?? hex(listDigest(this.#digests))
  }

  get deniedDigest(): string {
    return hex(deniedDigest(this.denied))
  }

  have(withBuckets: boolean): AccessHave {
    const { policy } = this
    const prefixes = this.#digests.map((digest) => digest.subarray(0, BUCKET_PREFIX_BYTES))
    return {
      type: 'access_have',
      mono: 1,
      list: this.place,
      digest: this.digest,
      denied: this.deniedDigest,
      policy: policy === null ? null : createHash('sha256').update(policy).digest('hex'),
      complete: true,
      mode: 'observe',
      refused: [],
      ...(withBuckets && { buckets: Buffer.concat(prefixes).toString('base64') }),
    }
  }

  uids(): string[] {
    return this.rows.flat().map(([uid]) => uid)
  }
}

/** A connection of such a gate to the lists of a hub. */
export function connectGate(
  gate: ListGate,
  agentId: number,
  lists: { have(peer: ListPeer, frame: AccessHave): Promise<void> },
): ListPeer & { isOpen: boolean } {
  const peer = {
    agentId,
    isOpen: true,
    async sendSlowly(text: string) {
      if (peer.isOpen) gate.take(text)
    },
  }
  gate.say = (have) => {
    if (peer.isOpen) void lists.have(peer, have)
  }
  return peer
}
