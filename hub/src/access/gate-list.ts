import {
  type AccessBucket,
  type AccessDenied,
  type AccessHave,
  type AccessHead,
  type AccessPolicy,
  BUCKET_PREFIX_BYTES,
  type ListPlace,
} from '@vehicle-control/protocol'
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
  /** How long until what differs may be sent again, to an agent that holds this list. */
  repairAfterMs: (holds: string) => number
  onError: (error: unknown) => void
}

/** A load gives way to those that wait after this time, and goes on when it is its turn again. */
const LOAD_MAX_MS = 3 * 60_000
/** Buckets that are sent at once, whoever else is served: those of an edit or two. */
const BUCKETS_AT_ONCE = 16

/**
 * Brings the list of one connected agent to ours: after an edit what it changed, and after an agent has
 * said what it holds what differs. Each time the head comes last, by which the agent compares.
 */
export class GateList {
  readonly #options: GateListOptions
  /** What the agent said last; null: nothing yet, and then it is sent no more than the head. */
  #have: AccessHave | null = null
  /** It has all of our edits up to here, but for the buckets in `#unequal`; null: nobody knows what it has. */
  #edits: number | null = null
  #unequal = new Set<number>()
  #denied = ''
  #policy = ''
  #isRunning = false
  #isDue = false
  /** The repair that waits, and what the agent held when it was asked for. */
  #timer: NodeJS.Timeout | null = null
  #repairOf = ''

  constructor(options: GateListOptions) {
    this.#options = options
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
    const lacksMore = have.policy !== policy.digest || have.denied !== image.deniedDigest
    if (!isRight && (have.buckets !== undefined || lacksMore))
      this.#repair(`${have.list?.id} ${have.digest}`)
    return isRight
  }

  #repair(holds: string): void {
    if (this.#timer !== null && this.#repairOf === holds) return
    this.stop()
    this.#repairOf = holds
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.due()
    }, this.#options.repairAfterMs(holds))
  }

  /** Called when something that the agent should hold may have changed, and now and then. */
  due(): void {
    this.#isDue = true
    if (this.#isRunning) return
    this.#run().catch(this.#options.onError)
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#isDue && this.#options.peer.isOpen) {
        this.#isDue = false
        const wanted = this.#options.wanted()
        if (wanted !== null) await this.#bring(wanted)
      }
    } finally {
      this.#isRunning = false
    }
  }

  async #bring(wanted: Wanted): Promise<void> {
    const { image, policy } = wanted
    const have = this.#have
    const givenUp = givenUpFor(have, wanted)
    if (have !== null) {
      if (this.#policy !== policy.digest) await this.#sendPolicy(policy)
      // A list that was given up makes room at the head: the agent takes no row before.
      const isHeadAlone = policy.mode === 'off' || givenUp !== undefined
      if (!isHeadAlone && mayReplace(have, image)) await this.#sendList(image)
      // What it lacks of the rest goes when others had their turn.
      if (this.#isDue) return
    }
    await this.#send({
      type: 'access_head',
      list: image.place,
      digest: image.digest,
      denied: image.deniedDigest,
      policy: policy.digest,
      wall: Date.now(),
      givenUp,
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
    const known = this.#edits
    if (known === null) return
    for (const [bucket, { edits }] of image.buckets.entries()) {
      if (edits > known) this.#unequal.add(bucket)
    }
    this.#edits = Math.max(known, image.place.edits)
    const due = [...this.#unequal].toSorted((a, b) => a - b)
    const send = async () => {
      const until = performance.now() + LOAD_MAX_MS
      for (const bucket of due) {
        if (!this.#options.peer.isOpen) return
        if (performance.now() > until) return void (this.#isDue = true)
        // Before its text is made: whoever says meanwhile that it differs is right.
        this.#unequal.delete(bucket)
        await this.#options.peer.sendSlowly(await this.#options.bucketText(bucket))
      }
    }
    await (due.length > BUCKETS_AT_ONCE ? this.#options.inTurn(send) : send())
  }

  #send(frame: AccessHead | AccessPolicy | AccessDenied): Promise<void> {
    return this.#options.peer.sendSlowly(JSON.stringify(frame))
  }
}

/** The frame of a bucket. */
export type BucketFrame = Omit<AccessBucket, 'rows'> & { rows: string }

/** An agent takes our rows where it has none, an earlier state of this list, or the same rows. */
function mayReplace({ list, digest }: AccessHave, image: ListImage): boolean {
  if (list === null || digest === image.digest) return true
  return list.id === image.place.id && list.edits <= image.place.edits
}

/** The list that an agent holds, where it was given up: by a person, or since ours goes on from it. */
function givenUpFor(have: AccessHave | null, { image, givenUp }: Wanted): ListPlace | undefined {
  const list = have?.list
  if (!list || list.id === image.place.id) return undefined
  return [image.was, givenUp ?? null].find(
    (one): one is ListPlace => one !== null && one.id === list.id && one.edits >= list.edits,
  )
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
