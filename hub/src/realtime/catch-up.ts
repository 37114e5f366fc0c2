import { LATE_AFTER_MS } from '@vehicle-control/protocol'
import type { Bus } from '../bus/bus.ts'
import { ANNOUNCED, type SortedEntries, taggedRows } from '../entries/kinds.ts'
import type { Span } from '../entries/missed-spans.ts'
import { findTagged } from '../store/assets/tagged-assets.ts'
import type { Db } from '../store/database.ts'
import { type MovedEpoch, movedEpochs } from '../store/reads/epochs.ts'
import type { Announcer } from './announcer.ts'
import { MissedByKeys } from './missed-by-keys.ts'

/** How far clocks of hubs may differ; beyond this a poll would overlook entries of another hub. */
const CLOCKS_DIFFER_MS = 30_000
/** How many seqs of an epoch that is new to this replica are searched at most. */
const SEQS_BACK = 5000
/** Epochs of one query. */
const EPOCHS_AT_ONCE = 100

export interface CatchUpOptions {
  db: Db
  bus: Bus
  announcer: Announcer
  now?: () => number
}

/**
 * Finds entries that other replicas stored and the bus did not bring, and announces them at this
 * one. While the bus is connected it gives entries the time of one round to arrive over it.
 */
export class CatchUp {
  readonly #options: CatchUpOptions
  readonly #now: () => number
  readonly #byKeys: readonly MissedByKeys[]
  #isFirst = true
  /** Watermarks of the previous round, by epoch. */
  #before = new Map<string, number>()

  constructor(options: CatchUpOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#byKeys = ANNOUNCED.flatMap(({ name, missed }) => {
      return missed.by === 'key' ? [new MissedByKeys({ ...options, name, missed })] : []
    })
  }

  start(): void {
    for (const one of this.#byKeys) one.start()
  }

  stop(): void {
    for (const one of this.#byKeys) one.stop()
  }

  /**
   * Polls once, as each round does. The first time it only notes the state and announces nothing.
   */
  async poll(): Promise<void> {
    // Read first: the poll then also announces what was stored just before the bus came back.
    const mayWait = this.#options.bus.isConnected
    await this.#pollEntries(mayWait)
    for (const one of this.#byKeys) await one.poll(mayWait)
    this.#isFirst = false
  }

  async #pollEntries(mayWait: boolean): Promise<void> {
    const { db, announcer } = this.#options
    const since = this.#now() - LATE_AFTER_MS - CLOCKS_DIFFER_MS
    const moved = await movedEpochs(db, since)
    const missing: (MovedEpoch & Span)[] = []
    for (const epoch of moved) {
      if (this.#isFirst) announcer.settle(epoch.epoch, epoch.watermark)
      const to = mayWait ? (this.#before.get(epoch.epoch) ?? 0) : epoch.watermark
      const from = announcer.through(epoch.epoch) ?? Math.max(0, to - SEQS_BACK)
      if (from < to) {
        missing.push({ ...epoch, epochId: epoch.id, agentId: epoch.agent_id, from, to })
      }
    }
    this.#before = new Map(moved.map((m) => [m.epoch, m.watermark]))
    for (let i = 0; i < missing.length; i += EPOCHS_AT_ONCE) {
      await this.#announce(missing.slice(i, i + EPOCHS_AT_ONCE))
    }
  }

  async #announce(spans: readonly (MovedEpoch & Span)[]): Promise<void> {
    const { db, announcer } = this.#options
    const found: Found[] = []
    for (const { rows, missed } of ANNOUNCED) {
      if (missed.by !== 'seq') continue
      found.push([rows, await missed.find(db, spans, this.#now() - LATE_AFTER_MS)])
    }
    for (const { id, epoch, to, code, name, location } of spans) {
      const entries = Object.fromEntries(
        found.map(([rows, all]) => {
          const own = all.filter(({ epochId }) => epochId === id)
          return [rows, own.toSorted((a, b) => a.seq - b.seq)]
        }),
      ) as Partial<SortedEntries>
      await findTagged(db, taggedRows(entries))
      announcer.missed({ epoch, agent: { code, name, location }, entries }, to)
    }
  }
}

type Found = [rows: string, all: { epochId: number; seq: number }[]]
