import { AckEvent, LATE_AFTER_MS } from '@vehicle-control/protocol'
import type { Bus } from '../bus/bus.ts'
import { answeredCommands, type RelayCommandRow } from '../store/commands/relay-commands.ts'
import type { Db } from '../store/database.ts'
import {
  missedEntries,
  type MovedEpoch,
  movedEpochs,
  type Span,
} from '../store/reads/missed-entries.ts'
import type { Announcer } from './announcer.ts'

/** Clocks of hubs may differ by so much before a poll overlooks what another one stored. */
const CLOCKS_DIFFER_MS = 30_000
/** Of an epoch that is new to this replica, no more than this is looked through. */
const SEQS_BACK = 5000
/** Epochs of one query. */
const EPOCHS_AT_ONCE = 100
/** The longest that a relay is on, and some: until then a command may have another result. */
const RESULTS_FOR_MS = 11 * 60_000

export interface CatchUpOptions {
  db: Db
  bus: Bus
  announcer: Announcer
  now?: () => number
}

/**
 * Finds what other replicas stored and the bus did not bring, and announces it at this one. While
 * the bus is connected it leaves everything a round's time to arrive by itself.
 */
export class CatchUp {
  readonly #options: CatchUpOptions
  readonly #now: () => number
  #isFirst = true
  /** Watermarks of the round before, by epoch. */
  #before = new Map<string, number>()
  /** When results were announced here; those of before the first round count as announced then. */
  readonly #announcedAt = new Map<string, number>()
  /** Results that the round before found not announced. */
  #waiting = new Set<string>()
  readonly #onAcks = (acks: readonly AckEvent[]) => {
    for (const ack of acks) this.#announcedAt.set(ackKey(ack), this.#now())
  }

  constructor(options: CatchUpOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  start(): void {
    const { bus } = this.#options
    bus.on('acks', this.#onAcks)
    bus.on('timeouts', this.#onAcks)
  }

  stop(): void {
    const { bus } = this.#options
    bus.off('acks', this.#onAcks)
    bus.off('timeouts', this.#onAcks)
  }

  /** Looks once, as a round does every few seconds. The first time it only notes where things stand. */
  async poll(): Promise<void> {
    // Also covers what was stored just before the bus came back.
    const mayWait = this.#options.bus.isConnected
    await this.#pollEntries(mayWait)
    await this.#pollResults(mayWait)
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
    const missed = await missedEntries(db, spans, this.#now() - LATE_AFTER_MS)
    for (const { id, epoch, to, code, name, location } of spans) {
      const found = missed.get(id)
      if (!found) continue
      const agent = { code, name, location }
      // Results of commands have a poll of their own.
      announcer.missed({ epoch, agent, entries: { ...found, results: [] } }, to)
    }
  }

  async #pollResults(mayWait: boolean): Promise<void> {
    const { db, bus } = this.#options
    const now = this.#now()
    // A result that was late when it came is announced neither by whoever stored it nor from here.
    const rows = await answeredCommands(db, now - RESULTS_FOR_MS, now - LATE_AFTER_MS)
    const missing = rows.map(ackOf).filter((ack) => !this.#announcedAt.has(ackKey(ack)))
    const waited = this.#waiting
    this.#waiting = new Set(missing.map(ackKey))
    const due = missing.filter((ack) => !mayWait || waited.has(ackKey(ack)))
    if (this.#isFirst) this.#onAcks(missing)
    else if (due.length > 0) bus.emit('acks', due)
    for (const [key, at] of this.#announcedAt) {
      if (at < now - 2 * RESULTS_FOR_MS) this.#announcedAt.delete(key)
    }
  }
}

const ackKey = ({ agent, id, reason }: AckEvent) => `${agent.code} ${id} ${reason}`

function ackOf(row: RelayCommandRow & { code: string }): AckEvent {
  const { id, code, pin, state, ok, on_ms: onMs } = row
  const reason = AckEvent.shape.reason.parse(row.reason)
  return { id, agent: { code }, pin, state, ok: ok === 1, onMs: onMs ?? 0, reason }
}
