import {
  type AccessBucket,
  type AccessDenied,
  type AccessHave,
  type AccessHead,
  type AccessPolicy,
  BUCKET_PREFIX_BYTES,
  type ListPlace,
} from '@vehicle-control/protocol'
import { TokenBucket } from '../limits/token-bucket.ts'
import type { ListImage } from './access-list.ts'
import type { PolicyText } from './policy-text.ts'

/** One agent's connection, as far as its list goes. */
export interface ListPeer {
  readonly agentId: number
  readonly isOpen: boolean
  /** Resolves when the network took the text, or the connection ended. */
  sendSlowly(text: string): Promise<void>
}

/** What an agent should hold now. */
export interface Wanted {
  image: ListImage
  policy: PolicyText
  /** A list of the agent that a person has given up for ours. */
  givenUp: ListPlace | undefined
}

export interface GateListOptions {
  peer: ListPeer
  /** Null while nobody has configured the agent, or our own list is not proven yet. */
  wanted: () => Wanted | null
  /** The frame of a bucket as text; of the present list, which may be newer than `wanted`. */
  bucketText: (bucket: number) => Promise<string>
  /** Runs a load of many buckets when it is its turn. */
  inTurn: (work: () => Promise<void>) => Promise<void>
  onError: (error: unknown) => void
}

/**
 * How often an agent may have what differs sent again because it says that it does: a sound one needs it
 * once a connection, and one that has its key stolen must not have the whole list all day.
 */
const REPAIRS = { perSecond: 1 / 30, burst: 6 }
/** Buckets that are sent at once, whoever else is served: those of an edit or two. */
const BUCKETS_AT_ONCE = 16

/**
 * Brings the list of one connected agent to ours: after an edit what it changed, and after an agent has
 * said what it holds what differs. Each time the head comes last, by which the agent compares.
 */
export class GateList {
  readonly #options: GateListOptions
  readonly #repairs = new TokenBucket(REPAIRS)
  /** What the agent said last; null: nothing yet, and then it is sent no more than the head. */
  #have: AccessHave | null = null
  /** It has all of our edits up to here, but for the buckets in `#unequal`. */
  #edits = 0
  #unequal = new Set<number>()
  #denied = ''
  #policy = ''
  #isRunning = false
  #isDue = false
  #timer: NodeJS.Timeout | null = null

  constructor(options: GateListOptions) {
    this.#options = options
  }

  get have(): AccessHave | null {
    return this.#have
  }

  /** True where the agent's list is of another hub, or of a later day than this hub's copy: it keeps it. */
  get isHeld(): boolean {
    const wanted = this.#options.wanted()
    return wanted !== null && this.#have !== null && !mayReplace(this.#have, wanted)
  }

  /** Takes what the agent says that it holds; true where that is what it should. */
  took(have: AccessHave): boolean {
    this.#have = have
    const wanted = this.#options.wanted()
    if (wanted === null) return false
    const { image, policy } = wanted
    const isEqual = have.digest === image.digest && have.denied === image.deniedDigest
    if (isEqual) {
      this.#edits = image.place.edits
      this.#unequal.clear()
    } else if (have.buckets !== undefined) {
      this.#edits = image.place.edits
      this.#unequal = unequalBuckets(have.buckets, image)
    }
    this.#denied = have.denied
    this.#policy = have.policy ?? ''
    const isRight = isEqual && have.policy === policy.digest && have.list?.id === image.place.id
    if (!isRight && (have.buckets !== undefined || have.policy !== policy.digest)) this.#repair()
    return isRight
  }

  #repair(): void {
    if (this.#repairs.take()) return this.due()
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#repair()
    }, this.#repairs.waitMs(1))
  }

  /** Called when something that the agent should hold may have changed, and now and then. */
  due(): void {
    this.#isDue = true
    if (this.#isRunning) return
    this.#isRunning = true
    this.#run()
      .catch(this.#options.onError)
      .finally(() => (this.#isRunning = false))
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    while (this.#isDue && this.#options.peer.isOpen) {
      this.#isDue = false
      const wanted = this.#options.wanted()
      if (wanted !== null) await this.#bring(wanted)
    }
  }

  async #bring(wanted: Wanted): Promise<void> {
    const { image, policy } = wanted
    if (this.#have !== null) {
      if (this.#policy !== policy.digest) await this.#sendPolicy(policy)
      if (policy.mode !== 'off' && mayReplace(this.#have, wanted)) await this.#sendList(image)
    }
    await this.#send({
      type: 'access_head',
      list: image.place,
      digest: image.digest,
      denied: image.deniedDigest,
      policy: policy.digest,
      wall: Date.now(),
      givenUp: wanted.givenUp,
    })
  }

  async #sendPolicy({ json, digest }: PolicyText): Promise<void> {
    await this.#send({ type: 'access_policy', json })
    this.#policy = digest
  }

  async #sendList(image: ListImage): Promise<void> {
    if (this.#denied !== image.deniedDigest) {
      await this.#send({ type: 'access_denied', list: image.place, uids: [...image.denied] })
      this.#denied = image.deniedDigest
    }
    const due = image.buckets.flatMap(({ edits }, bucket) =>
      edits > this.#edits || this.#unequal.has(bucket) ? [bucket] : [],
    )
    const send = async () => {
      for (const bucket of due) {
        await this.#options.peer.sendSlowly(await this.#options.bucketText(bucket))
        if (!this.#options.peer.isOpen) return
        this.#unequal.delete(bucket)
      }
      this.#edits = Math.max(this.#edits, image.place.edits)
    }
    await (due.length > BUCKETS_AT_ONCE ? this.#options.inTurn(send) : send())
  }

  #send(frame: AccessHead | AccessPolicy | AccessDenied): Promise<void> {
    return this.#options.peer.sendSlowly(JSON.stringify(frame))
  }
}

/** The frame of a bucket. */
export type BucketFrame = Omit<AccessBucket, 'rows'> & { rows: string }

/** An agent's list gives way to ours where it has none, an earlier one of ours, or one that was given up. */
function mayReplace({ list, digest }: AccessHave, { image, givenUp }: Wanted): boolean {
  if (list === null || digest === image.digest) return true
  if (list.id === image.place.id && list.edits <= image.place.edits) return true
  return givenUp !== undefined && givenUp.id === list.id && givenUp.edits === list.edits
}

function unequalBuckets(prefixes: string, { buckets }: ListImage): Set<number> {
  const told = Buffer.from(prefixes, 'base64')
  const unequal = new Set<number>()
  for (const [bucket, { digest }] of buckets.entries()) {
    const at = bucket * BUCKET_PREFIX_BYTES
    const prefix = told.toString('hex', at, at + BUCKET_PREFIX_BYTES)
    if (prefix !== digest.slice(0, 2 * BUCKET_PREFIX_BYTES)) unequal.add(bucket)
  }
  return unequal
}
