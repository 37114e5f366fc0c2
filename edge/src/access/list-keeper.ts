import {
  type AccessBucket,
  type AccessDenied,
  type AccessHave,
  type AccessHead,
  type AccessPolicy,
  type DecisionFacts,
  type HubFrame,
  type HubWord,
  type ListPlace,
} from '@vehicle-control/protocol'
import { bucketOf } from '@vehicle-control/protocol/access/list-digest'
import type { Logger } from 'pino'
import type { AccessChange } from '../outbox/access/access-db.ts'
import type { AccessWritten, KeptAccess, KeptBuckets } from '../outbox/access/access-file.ts'
import { packedDigest } from '../outbox/access/packed-rows.ts'
import { DeniedTags } from './denied-tags.ts'
import { HeldList } from './held-list.ts'
import { PolicyInForce } from './held-policy.ts'
import { hubWord, type KeptState, type KeptWord, readState } from './kept-state.ts'
import { loadBuckets } from './load-buckets.ts'
import { packRows } from './packed-row.ts'

/** The hub's word goes to the card this often, and with whatever else is written. */
const WORD_EVERY_MS = 10 * 60_000
/** The same answer to the same head is given again only after this: a disk that takes nothing asks for no flood. */
const SAY_AGAIN_MS = 30_000

/** Where a list is kept: `AccessFile` in the outbox's worker. */
export interface ListStore {
  open(): Promise<KeptAccess | null>
  buckets(from: number): Promise<KeptBuckets>
  write(change: AccessChange): Promise<AccessWritten>
}

/** A frame of a gate's list. */
export type AccessFrame = Extract<
  HubFrame,
  { type: 'access_head' | 'access_policy' | 'access_denied' | 'access_bucket' }
>

export interface ListKeeperOptions {
  store: ListStore
  log: Pick<Logger, 'info' | 'warn'>
  boot: string
  monotonic: () => number
  /** Called when another policy is in force. */
  onPolicy: () => void
}

type Send = (have: AccessHave) => void

/**
 * Holds policy, denied tags and rows as the hub says them, in memory and on the disk, and tells the hub what
 * it holds. Frames are applied in the order in which they came, each durable before the next; of a fault
 * there is the old content or the new one. What a hub with an older copy sends is not taken, nor that of
 * another list, until a person has given up what is held here.
 */
export class ListKeeper {
  readonly #options: ListKeeperOptions
  readonly #list = new HeldList()
  readonly #denied = new DeniedTags()
  readonly #policy = new PolicyInForce()
  #place: ListPlace | null = null
  #isComplete = false
  #word: KeptWord | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #isLoaded = false
  /** Something is on the disk. */
  #isBegun = false
  /** The file was begun anew under a list that is held: all of it must be written again. */
  #isFileEmpty = false
  /** Place or completeness have changed and are not on the disk. */
  #isStateDue = false
  #savedMono = Number.NEGATIVE_INFINITY
  #said: { to: Send; text: string; head: string; mono: number } | null = null
  #fault = ''

  constructor(options: ListKeeperOptions) {
    this.#options = options
  }

  /** Loads what is kept; false where the disk did not let it, which the next frame tries again. */
  async open(): Promise<boolean> {
    this.#then(() => {})
    await this.#queue
    return this.#isLoaded
  }

  /** Takes a frame of the hub's. `send` is the connection's, and answers a head. */
  take(frame: AccessFrame, send: Send): void {
    const { monotonic } = this.#options
    switch (frame.type) {
      case 'access_head': {
        const mono = monotonic()
        return this.#then(() => this.#head(frame, mono, send))
      }
      case 'access_policy':
        return this.#then(() => this.#takePolicy(frame))
      case 'access_denied':
        return this.#then(() => this.#takeDenied(frame))
      case 'access_bucket':
        return this.#takeBucket(frame)
    }
  }

  /** Whether anything is decided. Hot path. */
  get isActive(): boolean {
    return this.#policy.isActive
  }

  get mode(): string {
    return this.#policy.mode
  }

  /** The digest of the rows that are held, hex. */
  get digest(): string {
    return this.#list.digest
  }

  /** The list, with the most edits that were seen of it; null before the first. */
  get place(): ListPlace | null {
    return this.#place
  }

  /** All of it was there whole, once, and what was lost since has come again. */
  get isWhole(): boolean {
    return this.#isComplete && this.#denied.isKnown && this.#list.lost === 0
  }

  /** When the hub confirmed the list last. */
  word(): HubWord | null {
    const { boot, monotonic } = this.#options
    return hubWord(this.#word, { boot, mono: monotonic() })
  }

  /** What the list says of a tag. */
  facts(uid: string): Pick<DecisionFacts, 'policy' | 'isComplete' | 'isDenied' | 'row'> {
    const { row, isWhole } = this.#list.find(uid)
    return {
      policy: this.#policy.current,
      isComplete: this.#isComplete && this.#denied.isKnown && isWhole,
      isDenied: this.#denied.has(uid),
      row,
    }
  }

  /** Runs a step after those before it, once the kept list is loaded. */
  #then(step: () => Promise<void> | void): void {
    this.#queue = this.#queue
      .then(() => this.#load())
      .then(step)
      .catch((error: unknown) => {
        const fault = String(error)
        if (fault !== this.#fault) this.#options.log.warn({ err: error }, 'the list is not kept')
        this.#fault = fault
      })
  }

  async #load(): Promise<void> {
    if (this.#isLoaded) return
    const { store, log } = this.#options
    const kept = await store.open()
    if (kept !== null) {
      const state = kept.state === null ? null : readState(kept.state)
      const { lost, fault } = await loadBuckets(store, this.#list, state?.digest ?? null)
      const faults = [kept.fault, fault].filter((one) => one !== null)
      if (faults.length > 0)
        log.warn({ faults }, 'the file of the list was damaged; it is begun anew')
      else if (lost > 0)
        log.warn({ lost }, 'a part of the list was damaged; the hub is asked for it')
      this.#restore(kept, state, fault !== null)
    }
    this.#isLoaded = true
    if (this.#policy.current !== null) this.#options.onPolicy()
  }

  #restore({ denied, policy }: KeptAccess, state: KeptState | null, isFileEmpty: boolean): void {
    this.#isBegun = true
    this.#isFileEmpty = isFileEmpty
    this.#place = newest(state?.place ?? null, denied?.list ?? null)
    this.#isComplete = state?.complete === true && !isFileEmpty
    this.#word = state?.word ?? null
    if (denied !== null) this.#denied.hold(denied.uids)
    if (policy !== null && this.#policy.enforce(policy)) this.#policy.keep(policy)
  }

  async #takePolicy({ json }: AccessPolicy): Promise<void> {
    if (!this.#policy.enforce(json)) {
      this.#options.log.warn('the hub sent a policy that is none')
      return
    }
    this.#options.onPolicy()
    const isOff = this.#policy.current?.mode === 'off' && this.#policy.current.unknown === null
    // A gate whose rules are off from the beginning has no file.
    if (this.#isBegun || !isOff) await this.#write({ policy: json })
    this.#policy.keep(json)
  }

  async #takeDenied({ list, uids }: AccessDenied): Promise<void> {
    if (!this.#accepts(list)) return
    this.#denied.announce(uids)
    const denied = { list, uids: [...new Set(uids)] }
    await this.#write({ denied, state: this.#stateText({ place: list }) })
    this.#place = list
    this.#denied.hold(denied.uids)
  }

  #takeBucket({ bucket, list, rows }: AccessBucket): void {
    const isOne = rows.every(([uid]) => bucketOf(uid) === bucket)
    // Packed at once: hundreds of them may wait for the disk.
    const packed = packRows(rows)
    const digest = packedDigest(packed)
    if (!isOne || new Set(rows.map(([uid]) => uid)).size < rows.length || digest === null) {
      this.#options.log.warn({ bucket }, 'the hub sent rows that are no bucket')
      return
    }
    this.#then(async () => {
      if (!this.#accepts(list)) return
      const after = { place: list, digest: this.#list.digestWith(bucket, digest) }
      await this.#write({ bucket: { bucket, rows: packed, digest }, state: this.#stateText(after) })
      this.#place = list
      this.#list.set(bucket, packed, digest)
    })
  }

  /** Content of another list, or of fewer edits than were seen, is an older copy's. */
  #accepts({ id, edits }: ListPlace): boolean {
    return this.#place === null || (this.#place.id === id && this.#place.edits <= edits)
  }

  async #head(head: AccessHead, mono: number, send: Send): Promise<void> {
    if (this.#isFileEmpty) await this.#writeAll()
    if (isGivenUp(this.#place, head)) {
      this.#options.log.warn({ held: this.#place, list: head.list }, 'the list was given up')
      this.#moveTo(head.list)
    }
    const isListEqual = head.digest === this.#list.digest && head.denied === this.#denied.digest
    if (isListEqual && this.#place?.id !== head.list.id) this.#moveTo(head.list)
    if (isListEqual && !this.#isOlder(head.list)) this.#place = head.list
    const isEqual = isListEqual && head.policy === this.#policy.digest
    if (isEqual) this.#confirmed({ atMs: head.wall, mono, boot: this.#options.boot })
    const isWordDue = isEqual && mono - this.#savedMono >= WORD_EVERY_MS
    if (this.#isBegun && (this.#isStateDue || isWordDue)) await this.#writeState()
    this.#answer(head, isEqual, send)
  }

  #isOlder({ edits }: ListPlace): boolean {
    return this.#place !== null && edits < this.#place.edits
  }

  #moveTo(place: ListPlace): void {
    this.#place = place
    this.#isStateDue = true
  }

  #confirmed(word: KeptWord): void {
    this.#list.confirm()
    this.#denied.confirm()
    this.#word = word
    if (this.#isComplete) return
    this.#isComplete = true
    this.#isStateDue = true
    this.#options.log.info({ list: this.#place }, 'the list is complete')
  }

  #answer(head: AccessHead, isEqual: boolean, send: Send): void {
    const have = {
      list: this.#place,
      digest: this.#list.digest,
      denied: this.#denied.digest,
      policy: this.#policy.digest,
      complete: this.isWhole,
      mode: this.#policy.mode,
      refused: this.#policy.refused,
    }
    const text = JSON.stringify(have)
    const mono = this.#options.monotonic()
    const asked = `${head.digest} ${head.denied} ${head.policy}`
    if (this.#said?.to === send && this.#said.text === text) {
      const isAgain = asked === this.#said.head && mono - this.#said.mono < SAY_AGAIN_MS
      if (isAgain || (isEqual && mono - this.#said.mono < WORD_EVERY_MS)) return
    }
    this.#said = { to: send, text, head: asked, mono }
    const buckets = head.digest === have.digest ? {} : { buckets: this.#list.prefixes() }
    send({ type: 'access_have', mono, ...have, ...buckets })
  }

  async #write(change: AccessChange): Promise<void> {
    const { store, monotonic } = this.#options
    if (this.#isFileEmpty) await this.#writeAll()
    if ((await store.write(change)) === 'replaced') {
      this.#isFileEmpty = true
      await this.#writeAll()
      if ((await store.write(change)) === 'replaced')
        throw new Error('the file of the list is damaged again')
    }
    this.#isBegun = true
    this.#fault = ''
    if (change.state !== undefined) this.#savedMono = monotonic()
  }

  /** Writes into a new file what is held; the state, which says that it is complete, comes last. */
  async #writeAll(): Promise<void> {
    const { store, log } = this.#options
    log.warn('the file of the list was damaged; it is written anew')
    const { text } = this.#policy
    const changes: AccessChange[] = []
    for (const bucket of this.#list.buckets()) changes.push({ bucket })
    changes.push({
      ...(text === null ? {} : { policy: text }),
      ...this.#deniedChange(),
      state: this.#stateText(),
    })
    for (const change of changes) {
      if ((await store.write(change)) === 'replaced')
        throw new Error('the file of the list is damaged again')
    }
    this.#isFileEmpty = false
  }

  async #writeState(): Promise<void> {
    await this.#write({
      ...(this.#isStateDue ? this.#deniedChange() : {}),
      state: this.#stateText(),
    })
    this.#isStateDue = false
  }

  #deniedChange(): Pick<AccessChange, 'denied'> {
    if (!this.#denied.isKnown) return {}
    return { denied: { list: this.#place, uids: this.#denied.uids } }
  }

  #stateText(after: Partial<KeptState> = {}): string {
    const state: KeptState = {
      place: this.#place,
      complete: this.#isComplete,
      digest: this.#list.digest,
      word: this.#word,
      ...after,
    }
    return JSON.stringify(state)
  }
}

/** The place of what is kept: denied tags are on the disk first, and an older list must not lift them. */
function newest(place: ListPlace | null, denied: ListPlace | null): ListPlace | null {
  if (place === null || denied === null) return place ?? denied
  return place.id === denied.id && denied.edits > place.edits ? denied : place
}

/** A person has given up what is held, with all edits that it has seen, for another list. */
function isGivenUp(held: ListPlace | null, { givenUp, list }: AccessHead): boolean {
  if (held === null || givenUp === undefined || list.id === held.id) return false
  return givenUp.id === held.id && givenUp.edits >= held.edits
}
