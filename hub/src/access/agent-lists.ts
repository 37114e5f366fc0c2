import { setTimeout as delay } from 'node:timers/promises'
import {
  type AccessHave,
  type ListPlace,
  POLICY_MAX_BYTES,
  rowsText,
} from '@vehicle-control/protocol'
import type { SiteOffsets } from '@vehicle-control/protocol/site-offsets'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { TokenBuckets } from '../limits/token-bucket.ts'
import { Semaphore } from '../limits/semaphore.ts'
import { type GateState, saveGates } from '../store/access/access-gates.ts'
import { readGivenUp, readPolicies } from '../store/access/access-policies.ts'
import type { Db } from '../store/database.ts'
import type { AccessList } from './access-list.ts'
import { type BucketFrame, GateList, type ListPeer } from './gate-list.ts'
import { type PolicyText, policyText } from './policy-text.ts'
import { RepairPace } from './repair-pace.ts'

/** Lists that are loaded whole at the same time: after an outage all gates may ask for theirs. */
const LOADS_AT_ONCE = 20
/** How often agents hear that their list is still ours: it counts as stale after three days. */
const HEADS_EVERY_MS = 2 * 60_000
/** What agents say of their lists is stored in groups: one edit is answered by all of them. */
const SAVE_AFTER_MS = 200
const SAVE_AGAIN_MS = 2000

export interface AgentListsOptions {
  db: Db
  bus: Bus
  list: AccessList
  /** The site's clocks. */
  zone: Pick<SiteOffsets, 'between'>
  log: Logger
}

/** The lists of the agents that are connected to this replica: brings each to ours and stores what it says. */
export class AgentLists {
  readonly #options: AgentListsOptions
  readonly #gates = new Map<number, { peer: ListPeer; list: GateList }>()
  /** Agents that are connected and know no lists. */
  readonly #listless = new Set<number>()
  readonly #policies = new Map<number, PolicyText>()
  readonly #givenUp = new Map<number, ListPlace>()
  readonly #loads = new Semaphore({ permits: LOADS_AT_ONCE })
  /** By agent, also while it is away. */
  readonly #paces = new Map<number, RepairPace>()
  readonly #looks = new TokenBuckets<number>({ perSecond: 1, burst: 3 })
  /** By agent, and by 0 for all. */
  readonly #renewals = new TokenBuckets<number>({ perSecond: 1 / 3600, burst: 1 })
  /** Frames of buckets as text, of the present list: an edit sends one to all gates. */
  readonly #frames = new Map<number, Promise<string>>()
  #unsaved = new Map<number, GateState>()
  #saving: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #isFailing = false
  #offList = () => {}
  #isStopped = false

  readonly #onList = () => {
    this.#frames.clear()
    for (const { list } of this.#gates.values()) list.due()
  }
  readonly #onPolicy = ({ agentId }: { agentId: number }) => {
    if (this.#gates.has(agentId) || this.#listless.has(agentId)) void this.#follow([agentId])
  }

  constructor(options: AgentListsOptions) {
    this.#options = options
  }

  start(): void {
    const { bus, list } = this.#options
    this.#offList = list.onChange(this.#onList)
    bus.on('accessPolicy', this.#onPolicy)
    this.#timer = setInterval(() => void this.#round(), HEADS_EVERY_MS)
  }

  /** Serves an agent from now on; of one that knows no lists it is only noted where it should have one. */
  async joined(peer: ListPeer, knowsLists: boolean): Promise<void> {
    const { agentId } = peer
    this.left(agentId)
    if (knowsLists) this.#gates.set(agentId, { peer, list: this.#listOf(peer) })
    else this.#listless.add(agentId)
    await this.#follow([agentId])
  }

  #listOf(peer: ListPeer): GateList {
    const { agentId } = peer
    return new GateList({
      peer,
      wanted: () => this.#wanted(agentId),
      bucketText: (bucket) => this.#bucketText(bucket),
      inTurn: (work) => this.#loads.run({ group: [String(agentId)] }, work),
      repairAfterMs: (holds) => this.#paceOf(agentId).takeMs(holds),
      onError: (error) => this.#failed(error),
    })
  }

  #paceOf(agentId: number): RepairPace {
    const pace = this.#paces.get(agentId) ?? new RepairPace()
    this.#paces.set(agentId, pace)
    return pace
  }

  left(agentId: number): void {
    this.#gates.get(agentId)?.list.stop()
    this.#gates.delete(agentId)
    this.#listless.delete(agentId)
    this.#policies.delete(agentId)
    this.#givenUp.delete(agentId)
  }

  /** Takes what an agent says that it holds. */
  async have(peer: ListPeer, frame: AccessHave): Promise<void> {
    const gate = this.#gates.get(peer.agentId)
    if (gate?.peer !== peer) return
    const { list: ours } = this.#options
    const isAhead = () =>
      frame.list?.id === ours.image?.place.id &&
      (frame.list?.edits ?? 0) > (ours.image?.place.edits ?? Infinity)
    if (isAhead() && this.#looks.of(peer.agentId).take()) {
      // Another replica may have had an edit that this one has not looked at.
      await ours.refresh()
      if (isAhead() && frame.digest !== ours.image?.digest) await this.#renew(peer.agentId)
    }
    this.#note(peer.agentId, frame, gate.list.took(frame))
  }

  /**
   * Our list has fewer edits than one that a gate has seen: it is an older copy, and goes on as another
   * list. Seldom, since anybody with a key may say so; that gate keeps its own meanwhile.
   */
  async #renew(agentId: number): Promise<void> {
    if (!this.#renewals.of(0).take() || !this.#renewals.of(agentId).take()) return
    this.#options.log.error(
      { agentId },
      'a gate has seen more edits of the list than there are: the list is an older copy, and goes on as another one',
    )
    await this.#options.list.renew()
  }

  #note(agentId: number, frame: AccessHave, isEqual: boolean): void {
    const now = Date.now()
    this.#save({
      agent_id: agentId,
      list_id: frame.list?.id ?? null,
      edits: frame.list?.edits ?? 0,
      digest: frame.digest,
      denied: frame.denied,
      policy: frame.policy,
      mode: frame.mode,
      complete: frame.complete ? 1 : 0,
      refused: JSON.stringify(frame.refused),
      is_equal: isEqual ? 1 : 0,
      equal_at: isEqual ? now : null,
      told_at: now,
    })
  }

  /** Loads what agents should hold, and tells them. */
  async #follow(agentIds: readonly number[]): Promise<void> {
    try {
      const { db, zone } = this.#options
      const [stored, givenUp] = [await readPolicies(db, agentIds), await readGivenUp(db, agentIds)]
      const now = Date.now()
      for (const policy of stored) {
        const { agentId } = policy
        if (this.#listless.has(agentId)) {
          this.#save({ ...KNOWS_NO_LIST, agent_id: agentId, told_at: now })
          continue
        }
        const text = policyText(policy, zone, now)
        // A frame that no gate takes would end its connection again and again.
        if (text.bytes <= POLICY_MAX_BYTES) this.#policies.set(agentId, text)
      }
      for (const agentId of agentIds) {
        const place = givenUp.get(agentId)
        if (place === undefined) this.#givenUp.delete(agentId)
        else this.#givenUp.set(agentId, place)
        this.#gates.get(agentId)?.list.due()
      }
    } catch (error) {
      this.#failed(error)
    }
  }

  /** Looks at everything again, in case the bus lost an event, and tells all agents that it still holds. */
  async #round(): Promise<void> {
    await this.#follow([...this.#gates.keys()])
  }

  #wanted(agentId: number) {
    const { image } = this.#options.list
    const policy = this.#policies.get(agentId)
    if (image === null || policy === undefined) return null
    return { image, policy, givenUp: this.#givenUp.get(agentId) }
  }

  #bucketText(bucket: number): Promise<string> {
    const known = this.#frames.get(bucket)
    if (known !== undefined) return known
    const text = this.#options.list.rowsOf(bucket).then((read) => {
      if (read === null) throw new Error('there is no list')
      const { place, rows } = read
      const frame: BucketFrame = {
        type: 'access_bucket',
        list: place,
        bucket,
        rows: rowsText(rows),
      }
      return JSON.stringify(frame)
    })
    this.#frames.set(bucket, text)
    text.catch(() => this.#frames.delete(bucket))
    return text
  }

  #save(state: GateState): void {
    const { equal_at } = this.#unsaved.get(state.agent_id) ?? state
    this.#unsaved.set(state.agent_id, { ...state, equal_at: state.equal_at ?? equal_at })
    this.#saving ??= this.#saveSoon().finally(() => (this.#saving = null))
  }

  async #saveSoon(): Promise<void> {
    while (this.#unsaved.size > 0 && !this.#isStopped) {
      await delay(SAVE_AFTER_MS)
      const states = [...this.#unsaved.values()].toSorted((a, b) => a.agent_id - b.agent_id)
      this.#unsaved = new Map()
      try {
        await saveGates(this.#options.db, states)
        this.#isFailing = false
      } catch (error) {
        for (const state of states) this.#keepUnsaved(state)
        this.#failed(error)
        await delay(SAVE_AGAIN_MS)
      }
    }
  }

  #keepUnsaved(state: GateState): void {
    if (!this.#unsaved.has(state.agent_id)) this.#unsaved.set(state.agent_id, state)
  }

  /** Said once: the next round tries again. */
  #failed(error: unknown): void {
    if (this.#isFailing) return
    this.#isFailing = true
    this.#options.log.error(
      { err: error },
      'lists of gates cannot be brought up to date; trying on',
    )
  }

  async stop(): Promise<void> {
    const { bus } = this.#options
    this.#isStopped = true
    if (this.#timer !== null) clearInterval(this.#timer)
    bus.off('accessPolicy', this.#onPolicy)
    this.#offList()
    for (const agentId of this.#gates.keys()) this.left(agentId)
    await this.#saving
  }
}

const KNOWS_NO_LIST = {
  list_id: null,
  edits: null,
  digest: null,
  denied: null,
  policy: null,
  mode: null,
  complete: 0,
  refused: null,
  is_equal: 0,
  equal_at: null,
} as const
